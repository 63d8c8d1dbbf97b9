// Groonga with one server. Its queries read all entries of their words, so foods are in three tables: the best ones are asked first.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { cpuSeconds } from '../http/cpu-time.ts'
import { hashedKey, readFoods, retrieveOneByOne, type StartEngine, type WordQuery } from './engine.ts'
import { sizeOf, versionOf } from './files.ts'

/** By rank tier. */
const tables = [
  { table: 'First', condition: 'rank_tier <= 2' },
  { table: 'Second', condition: 'rank_tier between 3 and 4' },
  { table: 'Rest', condition: 'rank_tier = 5' },
]
const linesPerBatch = 10_000

export const startGroonga: StartEngine = async (databaseUrl, folder) => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'foods')
  await load(databaseUrl, file)
  const port = await findFreePort()
  const server = spawn(
    'groonga',
    [
      '-s',
      '--protocol',
      'http',
      '--bind-address',
      '127.0.0.1',
      '--port',
      String(port),
      '--cache-limit',
      '0',
      file,
    ],
    {
      stdio: 'ignore',
    },
  )
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string) => askJson(`http://127.0.0.1:${port}/d/${path}`, agent)
  while ((await ask('status').catch(() => undefined)) === undefined) {
    if (server.exitCode !== null) throw new Error('groonga did not start')
    await wait(200)
  }
  return {
    cpuSeconds: async () => cpuSeconds(server.pid ?? 0),
    bytes: sizeOf(folder),
    retrieveFoods: retrieveOneByOne(await versionOf(databaseUrl), async query => {
      const lines: string[] = []
      for (const { table } of tables) {
        const limit = query.limit - lines.length
        if (limit === 0) break
        const [, [[, , ...rows]]] = (await ask(pathOf(table, query, limit))) as [
          unknown,
          [[unknown, unknown, ...[string][]]],
        ]
        lines.push(...rows.map(([line]) => line))
      }
      return lines
    }),
    async stop() {
      agent.destroy()
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

async function load(databaseUrl: string, file: string): Promise<void> {
  const program = spawn('groonga', ['-n', file], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(program, 'exit')
  const write = async (text: string) => {
    if (!program.stdin.write(text)) await once(program.stdin, 'drain')
  }
  for (const { table, condition } of tables) {
    await write(`
table_create ${table} TABLE_NO_KEY
${['Words', 'Keys', 'Names'].map(name => `table_create ${table}${name} TABLE_PAT_KEY ShortText`).join('\n')}
column_create ${table} words COLUMN_VECTOR ${table}Words
column_create ${table} keys COLUMN_VECTOR ${table}Keys
column_create ${table} name COLUMN_SCALAR ${table}Names
column_create ${table} best COLUMN_SCALAR Bool
column_create ${table} line COLUMN_SCALAR Text
`)
    let batch: string[] = []
    const flush = async () => {
      await write(`load --table ${table}\n[\n${batch.join(',\n')}\n]\n`)
      batch = []
    }
    for await (const row of createInterface({ input: readFoods(databaseUrl, condition) })) {
      const [, , best, words = '', keys = '', name = '', line] = row.split('\t')
      // A key has at most 4 KB.
      const food = {
        best: best === '1',
        words: words.trim().split(' '),
        keys: keys.split(' '),
        name: name.slice(0, 400),
        line,
      }
      batch.push(JSON.stringify(food))
      if (batch.length === linesPerBatch) await flush()
    }
    await flush()
    await write(`
column_create ${table}Words foods COLUMN_INDEX ${table} words
column_create ${table}Keys foods COLUMN_INDEX ${table} keys
column_create ${table}Names foods COLUMN_INDEX ${table} name
`)
  }
  program.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`groonga ended with ${code}`)
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function pathOf(table: string, { words, keys, namePrefix }: WordQuery, limit: number): string {
  const conditions = [
    ...(keys ? [`(${keys.map(key => `keys @ "${hashedKey(key, md5)}"`).join(' || ')})`] : []),
    ...(words
      ? [
          `(${words
            .replaceAll(/'([^']*)'/g, 'words @ "$1"')
            .replaceAll(' & ', ' && ')
            .replaceAll(' | ', ' || ')})`,
        ]
      : []),
    ...(namePrefix ? [`name._key @^ ${JSON.stringify(namePrefix)}`] : []),
    ...(keys || namePrefix ? ['best == true'] : []),
  ]
  const parameters = {
    table,
    filter: conditions.join(' && '),
    sort_keys: '_id',
    limit: String(limit),
    output_columns: 'line',
  }
  return `select?${new URLSearchParams(parameters)}`
}

function askJson(url: string, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${url}: ${response.statusCode} ${text.slice(0, 300)}`))
      })
    }).on('error', reject)
  })
}
