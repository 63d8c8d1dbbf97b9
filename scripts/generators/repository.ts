// Where the packages and the Python client come from, and where to report problems.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRepository } from '../repository.ts'
import { replaceSection } from './markdown.ts'

const author = 'The Larder contributors'

const firstKeys = [
  'name',
  'version',
  'description',
  'keywords',
  'homepage',
  'bugs',
  'license',
  'author',
  'repository',
]

function manifestOf(path: string, repository: string): string {
  const manifest: Record<string, unknown> = {
    ...JSON.parse(readFileSync(path, 'utf8')),
    homepage: `${repository}/tree/main/${dirname(path)}#readme`,
    bugs: { url: `${repository}/issues` },
    author: { name: author, url: repository },
    repository: { type: 'git', url: `git+${repository}.git`, directory: dirname(path) },
  }
  const keys = new Set([...firstKeys, ...Object.keys(manifest)])
  return `${JSON.stringify(Object.fromEntries([...keys].map(key => [key, manifest[key]])), null, 2)}\n`
}

const readmeOf = (path: string, repository: string): string => {
  const links = {
    Source: `${repository}/tree/main/${dirname(path)}`,
    changelog: `${repository}/blob/main/CHANGELOG.md`,
    'questions and problems': `${repository}/issues`,
    vulnerabilities: `${repository}/blob/main/SECURITY.md`,
  }
  const text = Object.entries(links).map(([label, url]) => `[${label}](${url})`)
  return replaceSection(path, readFileSync(path, 'utf8'), 'links', text.join(' · '))
}

/** Replaces the lines between `# generated: links` and `# end`. */
function withLines(path: string, lines: string[]): string {
  const text = readFileSync(path, 'utf8')
  const section = /(?<=^# generated: links\n).*?(?=^# end$)/ms
  if (!section.test(text)) throw new Error(`${path} has no # generated: links … # end`)
  return text.replace(section, () => lines.map(line => `${line}\n`).join(''))
}

export function repositoryFiles(): Record<string, string> {
  const repository = readRepository()
  const manifests = globSync('packages/*/package.json')
  const readmes = [...globSync('packages/*/README.md'), 'clients/python/README.md']
  return {
    ...Object.fromEntries(manifests.map(path => [path, manifestOf(path, repository)])),
    ...Object.fromEntries(readmes.map(path => [path, readmeOf(path, repository)])),
    'clients/python/pyproject.toml': withLines('clients/python/pyproject.toml', [
      '[project.urls]',
      `Homepage = "${repository}/tree/main/clients/python#readme"`,
      `Source = "${repository}"`,
      `Changelog = "${repository}/blob/main/CHANGELOG.md"`,
      `Issues = "${repository}/issues"`,
    ]),
  }
}
