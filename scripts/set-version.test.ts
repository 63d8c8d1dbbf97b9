import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { versionsIn } from './check-release.ts'

const unreleased = '### Fixed\n- A mistake.\n'

/** Of the files that a release changes. */
function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = [
    ...['package.json', 'package-lock.json', 'CHANGELOG.md', 'clients/python/pyproject.toml'],
    ...['scripts/set-version.ts', 'scripts/release-notes'],
    ...['scripts/release', 'scripts/check-release.ts', 'scripts/repository.ts'],
    ...globSync('packages/*/package.json'),
  ]
  for (const file of files) cpSync(file, join(folder, file))
  // Directly after a release, the changelog has nothing to release.
  edit(folder, 'CHANGELOG.md', text => text.replace(/^## \[Unreleased\]\n/m, `$&\n${unreleased}`))
  return folder
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

it('all versions in this checkout are the same', () => {
  for (const [place, found] of Object.entries(versionsIn('.')))
    expect([place, found]).toEqual([place, version])
})

const [, releasing = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Releasing\n')
const [command = ''] = /npm run set-version .*/.exec(releasing) ?? []

function release(folder: string, next: string): void {
  execFileSync('sh', ['-c', command.replace('VERSION', next)], { cwd: folder, stdio: 'pipe' })
}

it('the documented command sets all of them, and releases the changelog', () => {
  const folder = copyOfCheckout()
  release(folder, '7.8.9')
  for (const [place, found] of Object.entries(versionsIn(folder)))
    expect([place, found]).toEqual([place, '7.8.9'])
  const notes = execFileSync(join(folder, 'scripts/release-notes'), ['7.8.9'], { encoding: 'utf8' })
  expect(notes.trim()).toBe(unreleased.trim())
})

it('the command changes nothing without entries in the changelog', () => {
  const folder = copyOfCheckout()
  release(folder, '7.8.9')
  expect(() => release(folder, '7.8.10')).toThrow('CHANGELOG.md has no match')
  expect(new Set(Object.values(versionsIn(folder)))).toEqual(new Set(['7.8.9']))
})

function check(folder: string, tag: string, environment: Record<string, string> = {}): string {
  const { stderr } = spawnSync('scripts/release', ['check', tag], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    encoding: 'utf8',
  })
  return stderr
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
}

const setRepository = (folder: string) =>
  edit(folder, 'package.json', text => text.replace(/(?<="repository": ").*(?=")/, 'https://github.com/a/b'))

it('a release is rejected if the version of one package was not raised', () => {
  const folder = copyOfCheckout()
  setRepository(folder)
  release(folder, '7.8.9')
  expect(check(folder, 'v7.8.9')).toBe('')
  edit(folder, 'packages/portions/package.json', text => text.replace('7.8.9', version))
  expect(check(folder, 'v7.8.9')).toBe(
    `release: the tag is v7.8.9, but packages/portions/package.json has version ${version}\n`,
  )
})

it('a release is rejected while the repository is not set, or is another one', () => {
  const folder = copyOfCheckout()
  edit(folder, 'package.json', text =>
    text.replace(/(?<="repository": ").*(?=")/, 'https://example.org/OWNER/larder'),
  )
  expect(check(folder, `v${version}`)).toBe(
    'release: set "repository" in package.json, which is still https://example.org/OWNER/larder\n',
  )
  setRepository(folder)
  const builtFrom = (name: string) => ({ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: name })
  expect(check(folder, `v${version}`, builtFrom('A/b'))).toBe('')
  expect(check(folder, `v${version}`, builtFrom('a/c'))).toBe(
    'release: "repository" in package.json is https://github.com/a/b, but this is https://github.com/a/c\n',
  )
})
