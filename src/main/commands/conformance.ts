import { readFileSync } from 'node:fs'
import { createAccount } from '../../accounts/accounts.ts'
import type { Scope } from '../../accounts/key-list.ts'
import { createNamedKey, revokeKey } from '../../accounts/keys.ts'
import { renderJson, renderResult, renderSummary } from '../../conformance/report.ts'
import {
  CannotRun,
  type ConformanceOptions,
  type KeyName,
  keyNames,
  listRules,
  type RuleResult,
  runConformance,
} from '../../conformance/run.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { CliError } from './errors.ts'
import { operator } from './operator.ts'

const vectorsFile = new URL('../../../data/validation-vectors.jsonl', import.meta.url)

interface Options {
  baseUrl?: string
  keys?: string
  only?: string[]
  waits: boolean
  figures: boolean
  json: boolean
  list: boolean
}

export async function conformanceCommand(options: Options): Promise<void> {
  if (options.list) {
    for (const { rule, title } of listRules()) console.log(`${rule.padEnd(18)}${title}`)
    return
  }
  if (options.baseUrl === undefined || !URL.canParse(options.baseUrl)) {
    throw new CliError('--base-url URL is needed: the address of the deployment to check', { exitCode: 2 })
  }
  const results = await run(
    {
      baseUrl: options.baseUrl,
      keys: options.keys === undefined ? {} : readKeys(options.keys),
      vectors: readFileSync(vectorsFile, 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
      only: options.only ?? [],
      waits: options.waits,
      figures: options.figures,
    },
    result => {
      if (!options.json) console.log(renderResult(result))
    },
  )
  if (options.json) process.stdout.write(renderJson(results))
  else console.log(`\n${renderSummary(results)}`)
  if (results.length === 0) throw new CliError('no rule has that number; --list shows them', { exitCode: 2 })
  if (results.some(({ outcome }) => outcome === 'fail')) process.exitCode = 1
}

async function run(
  options: ConformanceOptions,
  onResult: (result: RuleResult) => void,
): Promise<RuleResult[]> {
  const results: RuleResult[] = []
  try {
    for await (const result of runConformance(options)) {
      onResult(result)
      results.push(result)
    }
  } catch (error) {
    if (error instanceof CannotRun) throw new CliError(error.message, { exitCode: 2 })
    throw error
  }
  return results
}

/** Lines like `read=larder_read_…`. A file, because arguments can be seen in the process list. */
function readKeys(file: string): ConformanceOptions['keys'] {
  const keys: ConformanceOptions['keys'] = {}
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [name = '', key = ''] = line.split(/=(.*)/s).map(part => part.trim())
    const known = keyNames.find(candidate => candidate === name)
    if (known === undefined || key === '') {
      throw new CliError(`${file}: "${name}" is no kind of key; known are ${keyNames.join(', ')}`, {
        exitCode: 2,
      })
    }
    keys[known] = key
  }
  return keys
}

const namedKeys: { name: KeyName; scope: Scope; expiresAt?: Date; capPerMinute?: number }[] = [
  { name: 'read', scope: 'read' },
  { name: 'full', scope: 'full' },
  { name: 'scale', scope: 'full' },
  { name: 'capped', scope: 'read', capPerMinute: 5 },
  { name: 'expired', scope: 'read', expiresAt: new Date(0) },
  { name: 'revoked', scope: 'read' },
]

/** Creates the accounts and keys that the kit needs, and prints them in the form that it reads. */
export async function conformanceKeysCommand(): Promise<void> {
  const { KEY_SECRET } = loadConfig()
  const account = `conformance-${Date.now()}`
  await withDatabase(async database => {
    const scale = await createAccount(database, KEY_SECRET, { name: account, plan: 'scale' }, operator)
    const starter = await createAccount(
      database,
      KEY_SECRET,
      { name: `${account}-free`, plan: 'starter' },
      operator,
    )
    if (!scale || !starter) throw new CliError(`there is an account "${account}" already`)
    console.log(`account=${scale.accountKey}\nstarter=${starter.accountKey}`)
    for (const { name, scope, expiresAt = null, capPerMinute = null } of namedKeys) {
      const wanted = { name, scope, expiresAt, capPerMinute }
      const created = await createNamedKey(database, KEY_SECRET, scale.id, wanted, operator)
      if ('refused' in created) throw new CliError(created.refused)
      if (name === 'revoked') await revokeKey(database, scale.id, created.id, operator)
      console.log(`${name}=${created.key}`)
    }
  })
  process.stderr.write(`made for the accounts ${account} and ${account}-free; delete them after the run:\n`)
  process.stderr.write(`  larder account delete ${account} && larder account delete ${account}-free\n`)
}
