import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

interface Manifest {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Every place that states a version of Larder, or of one of its packages. */
function versionsIn(root: string): Record<string, string | undefined> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = ['package.json', ...globSync('packages/*/package.json', { cwd: root })]
  const manifests = files.map(file => [file, JSON.parse(read(file))] as [string, Manifest])
  const names = new Set(manifests.map(([, { name }]) => name))
  const versionsOf = ([place, manifest]: [string, Manifest]) => [
    [place, manifest.version],
    ...[manifest.dependencies, manifest.devDependencies, manifest.peerDependencies]
      .flatMap(dependencies => Object.entries(dependencies ?? {}))
      .filter(([name]) => names.has(name))
      .map(([name, version]) => [`${place}: ${name}`, version]),
  ]
  const lock: { version: string; packages: Record<string, Manifest> } = JSON.parse(read('package-lock.json'))
  const locked = Object.entries(lock.packages).filter(([folder]) => /^(packages\/[\w-]+)?$/.test(folder))
  const chart = parse(read('deploy/helm/larder/Chart.yaml'))
  return Object.fromEntries([
    ...manifests.flatMap(versionsOf),
    ['package-lock.json', lock.version],
    ...locked
      .map(([folder, entry]) => [`package-lock.json ${folder}`, entry] as [string, Manifest])
      .flatMap(versionsOf),
    ['Chart.yaml: version', chart.version],
    ['Chart.yaml: appVersion', chart.appVersion],
    ['pyproject.toml', /^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1]],
    ['CHANGELOG.md', /^## \[(.+)\] - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'))?.[1]],
  ])
}

/** Of the files that a release changes. */
function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = [
    ...['package.json', 'package-lock.json', 'CHANGELOG.md', 'clients/python/pyproject.toml'],
    ...['deploy/helm/larder/Chart.yaml', 'scripts/set-version.ts', 'scripts/release-notes'],
    ...globSync('packages/*/package.json'),
  ]
  for (const file of files) cpSync(file, join(folder, file))
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
  const [, unreleased = ''] = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').split(/^## .*$/m)
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
