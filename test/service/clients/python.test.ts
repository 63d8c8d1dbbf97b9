// clients/python with Debian's Python: its tests, against this service too, its wheel, its types and its format.
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { withDemoService } from '../../support/demo-service.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const fixture = withFixtureService()
const demo = withDemoService()

/** The output of Python; an exit code other than 0 throws with it. */
async function runPython(args: string[], environment: Record<string, string> = {}) {
  try {
    // Not the python3 of the PATH, which may be another one, without the packages of scripts/install-packages.
    const { stdout } = await promisify(execFile)('/usr/bin/python3', args, {
      cwd: 'clients/python',
      env: { PATH: process.env['PATH'] ?? '', PYTHONDONTWRITEBYTECODE: '1', LANG: 'C.UTF-8', ...environment },
    })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      throw new Error(`${error.stdout}${error.stderr}`, { cause: error })
    throw error
  }
}

const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']

/** What pytest counted: `{ passed: 12 }`, without any other outcome. */
function countsIn(output: string): Record<string, number> {
  const lastLine = output.trim().split('\n').at(-1) ?? ''
  return Object.fromEntries(
    [...lastLine.matchAll(/(\d+) (\w+)(?=,| in )/g)].map(([, count, outcome]) => [outcome, Number(count)]),
  )
}

it('passes its unit tests', async () => {
  expect(countsIn(await runPython([...pytest, 'tests/unit']))).toEqual({ passed: 158 })
})

it('does what clients/behaviours.json says, synchronously and asynchronously', async () => {
  const { cases, creation } = JSON.parse(readFileSync('clients/behaviours.json', 'utf8'))
  const output = await runPython([...pytest, 'tests/behaviours'])
  expect(countsIn(output)).toEqual({ passed: 2 * (cases.length + creation.length) })
})

it('reads foods, null values and limits of a running service, synchronously and asynchronously', async () => {
  const apiKey = await accountKey(fixture.stores, 'python', 'scale')
  const limitedKeys: string[] = []
  for (const name of ['sync-429', 'async-429', 'sync-limiter', 'async-limiter']) {
    const { key } = await namedKey(fixture.stores, 'python', name, 'read', { capPerMinute: 5 })
    limitedKeys.push(key)
  }
  const output = await runPython([...pytest, 'tests/service'], {
    LARDER_URL: fixture.service.apiUrl,
    LARDER_API_KEY: apiKey,
    LARDER_LIMITED_KEYS: limitedKeys.join(' '),
  })
  expect(countsIn(output)).toEqual({ passed: 12 })
})

it('runs the samples of its README from its wheel, which contains no tests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-wheel-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await runPython(['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', folder])
  const [wheel = ''] = globSync(join(folder, 'larder_client-*-py3-none-any.whl'))
  const files = (await runPython(['-m', 'zipfile', '--list', wheel])).matchAll(/^\S+\.\S+(?= )/gm)
  const names = [...files].map(([name]) => name)
  expect(names).toContain('larder/py.typed')
  expect(names.filter(name => !/^larder\/\w+\.py$/.test(name) && !name.includes('.dist-info/'))).toEqual([
    'larder/py.typed',
  ])

  const environment = { PYTHONPATH: wheel, LARDER_URL: demo.service.apiUrl }
  expect(await runPython(['examples/quick_start.py', 'whole milk', '250'], environment)).toBe(
    'Milk, whole, 250 g\ncalories_kcal 152.5\nprotein_g 7.9\nfiber_g 0.0\n',
  )
  const codes = ['0051500255162', '0000000000000']
  expect(await runPython(['examples/quick_start_async.py', ...codes], environment)).toBe(
    '0051500255162 Creamy Peanut Butter\n0000000000000 not found\n',
  )
})

it('is typed', async () => {
  // The tests are typed too. Checking them would take twice as long, for pytest.
  const output = await runPython(['-m', 'mypy', '--cache-dir=/dev/null', 'src', 'examples'])
  expect(output).toMatch(/^Success: no issues found in 14 source files/)
})

it('is formatted by black', async () => {
  await runPython(['-m', 'black', '--check', '--quiet', '.'])
})
