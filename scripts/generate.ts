// Writes every file that is generated from a table of the code. With --check, writes nothing, names the files that differ and
// exits with 1.
//   npm run generate              all files
//   npm run generate -- metrics   the files of one generator
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { renderEnvExample } from '../src/main/config-reference.ts'
import { compileMessages } from './compile-messages.ts'
import { describedApi } from './generators/api-description.ts'
import { categoryFiles } from './generators/categories.ts'
import { clientTypes } from './generators/client-types.ts'
import { countryFiles } from './generators/countries.ts'
import { filterFiles } from './generators/filters.ts'
import { architecturePage } from './generators/import-table.ts'
import { metricsPage } from './generators/metrics.ts'
import { nutrientDocuments, nutrientModules } from './generators/nutrients.ts'
import { pythonFilters, pythonFood } from './generators/python-food.ts'
import { repositoryFiles } from './generators/repository.ts'
import { settingsPage } from './generators/settings.ts'
import { sourceFiles } from './generators/sources.ts'
import { staticRankFunction } from './generators/static-rank.ts'

/** Texts by the path of their file. */
type Files = Record<string, string>

interface Generator {
  name: string
  write(): Files | Promise<Files>
}

/** A generator may use files of those before it. */
const generators: Generator[] = [
  { name: 'messages', write: compileMessages },
  { name: 'nutrients', write: () => ({ ...nutrientModules(), ...nutrientDocuments() }) },
  { name: 'imports', write: architecturePage },
  { name: 'repository', write: repositoryFiles },
  { name: 'categories', write: categoryFiles },
  { name: 'countries', write: countryFiles },
  { name: 'sources', write: sourceFiles },
  {
    name: 'settings',
    write: () => ({ '.env.example': renderEnvExample(), 'docs/reference/settings.md': settingsPage() }),
  },
  { name: 'filters', write: filterFiles },
  { name: 'static rank', write: staticRankFunction },
  {
    name: 'openapi',
    write: async () => ({ 'openapi.json': `${JSON.stringify(describedApi(), null, 2)}\n` }),
  },
  { name: 'client types', write: clientTypes },
  { name: 'python', write: async () => ({ ...(await pythonFood()), ...(await pythonFilters()) }) },
  { name: 'metrics', write: () => ({ 'docs/reference/metrics.md': metricsPage() }) },
]

/** Modules as `npm run check` wants them; biome.json excludes some. */
function formatted(path: string, text: string): string {
  if (!path.endsWith('.ts')) return text
  const options = ['format', `--stdin-file-path=${path}`]
  return execFileSync('node_modules/.bin/biome', options, { input: text, encoding: 'utf8', stdio: 'pipe' })
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !generators.some(generator => generator.name === name))
if (unknown.length > 0) {
  const names = generators.map(({ name }) => name).join(', ')
  console.error(`generate: no generator is named ${unknown.join(', ')}; there are ${names}`)
  process.exit(2)
}

const differing: string[] = []
for (const { name, write } of generators) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  try {
    for (const [path, unformatted] of Object.entries(await write())) {
      const text = formatted(path, unformatted)
      if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
      differing.push(path)
      if (values.check) continue
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  } catch (error) {
    console.error(`generate: ${name} failed: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}
for (const path of differing) console.log(values.check ? `${path} is not current` : `wrote ${path}`)
if (values.check && differing.length > 0) {
  console.error('generate: run `npm run generate` and commit the files')
  process.exitCode = 1
}
