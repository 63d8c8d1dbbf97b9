// The command line of the suite: options, the file of keys, the exit code.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readVectors } from './recorded.ts'
import { countByGroup, idWidth, renderJson, renderResult, renderSummary } from './report.ts'
import { listChecks, runConformance } from './run.ts'
import { type CheckResult, type ConformanceOptions, DeploymentUnreachable, keyNames } from './types.ts'

const help = (program: string) => `Usage: ${program} --base-url URL [options]

Checks a deployment of the interface from outside, over HTTP.

  --base-url URL              the deployment to check; a path prefix is kept
  --keys FILE                 API keys to check it with, one "kind=key" per line
  --require GROUP             which checks must pass for exit code 0: core (default) or all
  --only ID                   only these checks: an id, a rule, core or larder; may be repeated
  --include-slow              exhaust rate limits and wait for their windows to end (about five minutes)
  --check-defaults            compare with the default limits, which an operator may have changed
  --estimate-source VALUE     the value of source for AI estimates (default: ESTIMATE_SOURCE, or ai_estimate)
  --government-source VALUE   the value of source for government data (default: usda)
  --json                      print the results as JSON
  --list                      list the checks and run none
  --help                      print this help

Exit code: 0 the required checks passed, 1 one of them failed, 2 the suite could not run.
`

class UsageError extends Error {}

/** Runs the suite and returns the exit code. */
export async function main(args: string[], program: string): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.help) process.stdout.write(help(program))
    else if (options.list) listAll()
    else return await check(options)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DeploymentUnreachable)) throw error
    process.stderr.write(`${program}: ${error.message}\n`)
    return 2
  }
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'base-url': { type: 'string' },
        keys: { type: 'string' },
        require: { type: 'string', default: 'core' },
        only: { type: 'string', multiple: true },
        'include-slow': { type: 'boolean', default: false },
        'check-defaults': { type: 'boolean', default: false },
        // The setting of the deployment, when both run in one environment.
        'estimate-source': { type: 'string', default: process.env.ESTIMATE_SOURCE || 'ai_estimate' },
        'government-source': { type: 'string', default: 'usda' },
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} (--help lists the options)`)
  }
}

function listAll(): void {
  for (const { id, title } of listChecks()) console.log(`${id.padEnd(idWidth)}${title}`)
}

async function check(options: ReturnType<typeof readOptions>): Promise<number> {
  const { 'base-url': baseUrl, only = [], keys, require, json } = options
  if (baseUrl === undefined || !URL.canParse(baseUrl))
    throw new UsageError('--base-url URL is required: the address of the deployment to check')
  if (require !== 'core' && require !== 'all')
    throw new UsageError(`--require ${require}: must be core or all`)
  const results: CheckResult[] = []
  for await (const result of runConformance({
    baseUrl,
    keys: keys === undefined ? {} : readKeys(keys),
    vectors: readVectors(),
    only,
    includeSlow: options['include-slow'],
    checkDefaults: options['check-defaults'],
    sources: { aiEstimate: options['estimate-source'], government: options['government-source'] },
  })) {
    if (!json) console.log(renderResult(result))
    results.push(result)
  }
  if (results.length === 0) throw new UsageError('no check has that id; --list shows them')
  if (json) process.stdout.write(renderJson(results))
  else console.log(`\n${renderSummary(results)}`)
  const { core, larder } = countByGroup(results)
  return core.failed > 0 || (require === 'all' && larder.failed > 0) ? 1 : 0
}

/** Lines like `read=larder_read_…`. A file, because arguments are visible in the process list. */
function readKeys(file: string): ConformanceOptions['keys'] {
  const keys: ConformanceOptions['keys'] = {}
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
