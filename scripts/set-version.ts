// Prepares a release: npm run set-version VERSION
// Sets the version of the program, the packages with their dependencies on each other, the lock file and the Python client,
// and moves the unreleased entries of the changelog to a section of that version.
import { readFileSync, writeFileSync } from 'node:fs'

interface Manifest {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) {
  console.error('usage: npm run set-version VERSION, such as 0.2.0')
  process.exit(2)
}

const read = (file: string) => readFileSync(file, 'utf8')
const readJson = <T>(file: string): T => JSON.parse(read(file))
const writeJson = (file: string, content: object) =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

function replaceOnce(file: string, pattern: RegExp, replacement: string): void {
  const text = read(file)
  if (!pattern.test(text)) throw new Error(`${file} has no match of ${pattern}`)
  writeFileSync(file, text.replace(pattern, replacement))
}

const { workspaces } = readJson<{ workspaces: string[] }>('package.json')
const manifests = ['.', ...workspaces].map(folder => `${folder}/package.json`)
const ownNames = new Set(manifests.map(file => readJson<Manifest>(file).name ?? ''))

function setVersion(manifest: Manifest): void {
  manifest.version = version
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'] as const) {
    const names = Object.keys(manifest[kind] ?? {}).filter(name => ownNames.has(name))
    for (const name of names) Object.assign(manifest[kind] ?? {}, { [name]: version })
  }
}

// First, because it fails if there is nothing to release.
const date = new Date().toISOString().slice(0, 10)
replaceOnce(
  'CHANGELOG.md',
  /^## \[Unreleased\]\n(?=\n###)/m,
  `## [Unreleased]\n\n## [${version}] - ${date}\n`,
)

for (const file of manifests) {
  const manifest = readJson<Manifest>(file)
  setVersion(manifest)
  writeJson(file, manifest)
}

const lock = readJson<{ version: string; packages: Record<string, Manifest> }>('package-lock.json')
lock.version = version
for (const folder of ['', ...workspaces]) setVersion(lock.packages[folder] ?? {})
writeJson('package-lock.json', lock)

replaceOnce('clients/python/pyproject.toml', /^version = ".*"$/m, `version = "${version}"`)
