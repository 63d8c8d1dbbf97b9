// Sphinx with one distributed index over three local ones.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { cpuSeconds } from '../http/cpu-time.ts'
import { copyFoods, hashedKey, retrieveOneByOne, type StartEngine, type WordQuery } from './engine.ts'
import { sizeOf, versionOf } from './files.ts'

const parts = [0, 1, 2]

export const startSphinx: StartEngine = async (databaseUrl, folder) => {
  mkdirSync(folder, { recursive: true })
  const port = await findFreePort()
  const configuration = join(folder, 'sphinx.conf')
  for (const part of parts) writeFileSync(join(folder, `foods${part}.sql`), copyFoods(`id % 3 = ${part}`))
  writeFileSync(configuration, configurationOf(databaseUrl, folder, port))
  execFileSync('indexer', ['--config', configuration, '--all', '--quiet'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const server = spawn('searchd', ['--config', configuration, '--nodetach'], { stdio: 'ignore' })
  const pool = createPool({ host: '127.0.0.1', port, connectionLimit: 8, multipleStatements: false })
  for (;;) {
    try {
      await pool.query('select id from foods limit 1')
      break
    } catch {
      if (server.exitCode !== null) throw new Error('searchd did not start')
      await wait(200)
    }
  }
  return {
    cpuSeconds: async () => cpuSeconds(server.pid ?? 0),
    bytes: sizeOf(folder),
    retrieveFoods: retrieveOneByOne(await versionOf(databaseUrl), async query => {
      const [rows] = await pool.query<RowDataPacket[]>(statementOf(query))
      return rows.map(({ line }) => line as string)
    }),
    async stop() {
      await pool.end()
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function statementOf({ words, keys, namePrefix, limit }: WordQuery): string {
  const match = [
    ...(keys ? [`@keys (${keys.map(key => hashedKey(key, md5)).join(' | ')})`] : []),
    ...(words ? [`@words (${words.replaceAll("'", '').replaceAll(' & ', ' ')})`] : []),
    ...(namePrefix ? [`@name "^${namePrefix}*"`] : []),
  ].join(' ')
  const isNamed = keys !== undefined || namePrefix !== undefined
  // Documents are stored in the order of their ids, so the first ones are the best and the rest need not be read.
  return `select id, line from foods where match('${match}') ${isNamed ? 'and best = 1' : ''}
    order by id asc limit ${limit} option ranker = none, cutoff = ${limit}, max_matches = ${limit}`
}

const configurationOf = (databaseUrl: string, folder: string, port: number) => `
${parts
  .map(
    part => `
source foods${part} {
  type = tsvpipe
  tsvpipe_command = psql -XqAt -f ${folder}/foods${part}.sql ${databaseUrl}
  tsvpipe_attr_bigint = food_id
  tsvpipe_attr_uint = best
  tsvpipe_field = words
  tsvpipe_field = keys
  tsvpipe_field = name
  tsvpipe_attr_string = line
}
index foods${part} {
  source = foods${part}
  path = ${folder}/foods${part}
  dict = keywords
  min_word_len = 1
  min_prefix_len = 1
  charset_table = 0..9, a..z, U+AA, U+B2, U+B3, U+B5, U+B9, U+BA, U+C0..U+1FFF, U+2C00..U+2FEF, U+3005..U+3007, U+3021..U+D7FF, U+F900..U+FFDC
}`,
  )
  .join('')}
index foods {
  type = distributed
${parts.map(part => `  local = foods${part}`).join('\n')}
}
indexer {
  mem_limit = 1024M
}
searchd {
  listen = 127.0.0.1:${port}:mysql41
  pid_file = ${folder}/searchd.pid
  log = ${folder}/searchd.log
  binlog_path =
  workers = threads
  dist_threads = 3
}
`
