// Fails unless the commit can be released under a tag: node scripts/check-release.ts TAG
// Every place states the version of the tag, and package.json names the repository that the release is built from.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPlaceholder, readRepository } from './repository.ts'

interface Manifest {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Every place that states a version of Larder, or of one of its packages. */
export function versionsIn(root: string): Record<string, string | undefined> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = ['package.json', ...globSync('packages/*/package.json', { cwd: root }).toSorted()]
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
  const firstIn = (file: string, pattern: RegExp) => pattern.exec(read(file))?.[1]
  return Object.fromEntries([
    ...manifests.flatMap(versionsOf),
    ['package-lock.json', lock.version],
    ...locked
      .map(([folder, entry]) => [`package-lock.json ${folder}`, entry] as [string, Manifest])
      .flatMap(versionsOf),
    ['clients/python/pyproject.toml', firstIn('clients/python/pyproject.toml', /^version = "(.*)"$/m)],
    ['CHANGELOG.md', firstIn('CHANGELOG.md', /^## \[(.+)\] - \d{4}-\d{2}-\d{2}$/m)],
  ])
}

function problemsOf(tag: string): string[] {
  const problems = Object.entries(versionsIn('.'))
    .filter(([, version]) => `v${version}` !== tag)
    .map(([place, version]) => `the tag is ${tag}, but ${place} has version ${version ?? '(none)'}`)
  const repository = readRepository()
  if (isPlaceholder(repository))
    return [...problems, `set "repository" in package.json, which is still ${repository}`]
  // npm accepts provenance only if the package names the repository that it was built from.
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  const builtFrom = `${server}/${name}`
  if (name !== undefined && builtFrom.toLowerCase() !== repository.toLowerCase())
    problems.push(`"repository" in package.json is ${repository}, but this is ${builtFrom}`)
  return problems
}

if (import.meta.main) {
  const [tag] = process.argv.slice(2)
  if (tag === undefined) {
    console.error('usage: scripts/release check TAG')
    process.exit(2)
  }
  const problems = problemsOf(tag)
  // On GitHub, the prefix makes it an annotation.
  const prefix = process.env['GITHUB_ACTIONS'] === 'true' ? '::error::' : 'release: '
  for (const problem of problems) console.error(`${prefix}${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
