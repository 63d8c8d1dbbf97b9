// Mutation tests (StrykerJS) of the code that unit tests cover: changes the code and reports the changes that no test notices.
//   npm run mutate                  the files that differ from main, or from the previous commit on main itself
//   npm run mutate -- AREA …        whole areas
//   npm run mutate -- --all         all areas, one after the other
// An area is run with its own tests. Its results are kept in reports/mutation, so that the next run only repeats what changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'

interface Area {
  code: string[]
  tests: string[]
  /** Reported, but does not fail the run: the tests of this area have not reached the threshold yet. */
  isBelowThreshold?: true
}

/** Without code that needs PostgreSQL, Redis or files: the service tests cover it. */
const areas: Record<string, Area> = {
  quality: { code: ['src/quality/**/*.ts'], tests: ['src/quality/**/*.test.ts'] },
  'rate-limits': {
    code: ['src/platform/rate-limit/{window,local-counters,hash-slot}.ts', 'src/api/rate-limits.ts'],
    tests: ['src/platform/rate-limit/*.test.ts', 'src/api/rate-limits.test.ts'],
  },
  billing: {
    code: ['src/accounts/billing/subscription-state.ts'],
    tests: ['src/accounts/billing/*.test.ts'],
  },
  'request-pipeline': {
    code: ['src/api/{request-pipeline,load-shedding,cors,url,caller,errors}.ts'],
    tests: ['src/api/{request-pipeline,load-shedding,url,caller,errors}.test.ts'],
  },
  food: { code: ['src/food/*.ts'], tests: ['src/food/*.test.ts'] },
  importer: {
    code: [
      'src/importer/normalize/*.ts',
      'src/importer/{catalog-scope,choose-pack,copy-line,product-identity}.ts',
      'src/importer/deltas/delta-files.ts',
    ],
    tests: ['src/importer/**/*.test.ts'],
    isBelowThreshold: true,
  },
  search: {
    code: [
      'src/search/query/{parse,amounts,understand,rewrites,questions,attributes,query-items,candidates,relax}.ts',
      'src/search/ranking/*.ts',
    ],
    tests: ['src/search/**/*.test.ts'],
  },
  language: { code: ['src/language/*.ts'], tests: ['src/language/*.test.ts'] },
}

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !Object.hasOwn(areas, name))
if (unknown.length > 0) {
  console.error(`unknown area ${unknown.join(', ')}: choose from ${Object.keys(areas).join(', ')}`)
  process.exit(2)
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Committed or not. On main itself, compared with the previous commit. */
function changedFiles(): Set<string> {
  const head = git('rev-parse', 'HEAD')
  const main = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main', 'refs/heads/main')
  const base = main === '' ? head : git('merge-base', 'HEAD', main.split('\n')[0] ?? '')
  const since = base === head ? 'HEAD~1' : base
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return new Set([...git('diff', '--name-only', since).split('\n'), ...untracked.split('\n')])
}

const isWhole = values.all || positionals.length > 0
const names = positionals.length > 0 ? positionals : Object.keys(areas)
const changed = isWhole ? undefined : changedFiles()
const failed: string[] = []
for (const name of names) {
  const { code, tests, isBelowThreshold = false } = areas[name] as Area
  const files = globSync(code, { exclude: ['**/*.test.ts'] }).filter(file => changed?.has(file) ?? true)
  if (files.length === 0) continue
  console.log(`mutate: ${name}, ${files.length} files`)
  const { status } = spawnSync(
    'npx',
    [
      ...['stryker', 'run', '--mutate', files.join(','), '--testFiles', globSync(tests).join(',')],
      ...[
        '--incremental',
        '--incrementalFile',
        `reports/mutation/${isWhole ? name : `${name}-changed`}.json`,
      ],
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0 && !isBelowThreshold) failed.push(name)
}
if (failed.length > 0) {
  console.error(`mutate: too few mutants found in ${failed.join(', ')}: add tests for the survivors above`)
  process.exitCode = 1
}
