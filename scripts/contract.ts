// Checks a service against docs/specification over HTTP: npm run contract -- BASE_URL
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runChecks } from '../test/contract/run.ts'
import {
  type CheckResult,
  DeploymentUnreachable,
  keyNames,
  type RunOptions,
  ruleOf,
} from '../test/contract/types.ts'

const help = `Usage: npm run contract -- BASE_URL [options]

  --keys FILE        API keys, one "kind=key" per line: ${keyNames.join(', ')}.
                     Checks whose key is missing are skipped.
  --only ID          only these checks: an id, a rule, core or larder; may be repeated
  --include-slow     exhaust rate limits and wait for their windows to end (about five minutes)
  --check-defaults   compare with the default limits, which an operator may have changed

Without --keys, the keys are created in the database of the service if DATABASE_URL and SECRET_KEY are set as
for the service, and deleted after the run. ESTIMATE_SOURCE is read as well.

Exit code: 0 no check failed, 1 a check failed, 2 the checks could not run.
`

class UsageError extends Error {}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        only: { type: 'string', multiple: true, default: [] },
        'include-slow': { type: 'boolean', default: false },
        'check-defaults': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return { ...values, baseUrl: positionals[0] ?? '' }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} (--help lists the options)`)
  }
}

/** A file, because arguments are visible in the process list. */
function readKeys(file: string): RunOptions['keys'] {
  const keys: RunOptions['keys'] = {}
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [name = '', key = ''] = line.split(/=(.*)/s).map(part => part.trim())
    const known = keyNames.find(candidate => candidate === name)
    if (known === undefined || key === '') {
      throw new UsageError(`${file}: "${name}" is not a kind of key; known kinds are ${keyNames.join(', ')}`)
    }
    keys[known] = key
  }
  return keys
}

async function withKeys<T>(file: string | undefined, work: (keys: RunOptions['keys']) => Promise<T>) {
  if (file !== undefined) return work(readKeys(file))
  if (!process.env['DATABASE_URL']) return work({})
  // Loaded here, so that a run with a file of keys needs no installed packages.
  const { createContractKeys } = await import('../lab/contract-keys.ts')
  const { withDatabase } = await import('../src/main/commands/database.ts')
  const { loadConfig, serverSecretOf } = await import('../src/main/config.ts')
  return withDatabase(async database => {
    const { keys, deleteAccounts } = await createContractKeys(database, serverSecretOf(loadConfig()))
    try {
      return await work(keys)
    } finally {
      await deleteAccounts()
    }
  })
}

const indent = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by))

const marks = { pass: 'pass', fail: 'FAIL', skipped: 'skip' } as const

function print({ id, title, outcome, detail = '' }: CheckResult): void {
  const line = `${marks[outcome]}  ${id.padEnd(36)}${title}`
  console.log(outcome === 'skipped' ? `${line} (${detail})` : line)
  if (outcome !== 'fail') return
  const { name, text, isCore } = ruleOf(id)
  console.log(`${indent(detail, 6)}\n      ${isCore ? 'Core rule' : 'Rule'} ${name}:\n${indent(text, 8)}`)
}

try {
  const { baseUrl, help: isHelp, ...options } = readArguments()
  if (isHelp) {
    process.stdout.write(help)
  } else {
    if (!URL.canParse(baseUrl)) throw new UsageError(`"${baseUrl}" is not a base URL\n${help}`)
    const results = await withKeys(options.keys, keys =>
      runChecks(
        {
          baseUrl,
          keys,
          only: options.only,
          includeSlow: options['include-slow'],
          checkDefaults: options['check-defaults'],
          estimateSource: process.env['ESTIMATE_SOURCE'] || 'ai_estimate',
        },
        print,
      ),
    )
    if (results.length === 0) throw new UsageError(`no check is named ${options.only.join(' or ')}`)
    const count = (wanted: CheckResult['outcome']) =>
      results.filter(({ outcome }) => outcome === wanted).length
    console.log(`\n${count('pass')} passed, ${count('fail')} failed, ${count('skipped')} skipped`)
    if (count('fail') > 0) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof DeploymentUnreachable)) throw error
  process.stderr.write(`contract: ${error.message}\n`)
  process.exitCode = 2
}
