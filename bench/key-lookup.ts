// The cost of an API key lookup while SECRET_KEY is being rotated, compared with normal operation.
//   npm run bench:keys -- [--keys 100000] [--seconds 3] [--rounds 5]
import { parseArgs } from 'node:util'
import { withStores } from '../lab/servers/temporary-stores.ts'
import { median } from '../lab/statistics.ts'
import { hashKey, newKey } from '../src/accounts/api-keys/key-format.ts'
import { findPrincipal, findPrincipalByAnySecret } from '../src/accounts/api-keys/principal.ts'
import { secretId } from '../src/accounts/server-secret.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { type Database, openPool, withConnection } from '../src/platform/database/pool.ts'

const { values: options } = parseArgs({
  options: {
    keys: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
  },
})
const [current, previous] = [
  'the secret of now, long enough for this',
  'the secret before it, as long as that',
]
const key = newKey('larder_read')

await withStores(async stores => {
  const url = await stores.createDatabase('keys')
  await withConnection(url, async client => {
    await migrate(client)
    await client.query(
      "insert into accounts (name) select 'account-' || n from generate_series(1, 1000) as n",
    )
    await client.query(
      `insert into api_keys (account_id, kind, name, scope, secret_hash, server_secret_id, prefix, last_four)
         select 1 + n % 1000, 'named', 'key ' || n, 'read', sha256(n::text::bytea), $2, 'larder_read', '0000'
           from generate_series(1, $1) as n`,
      [Number(options.keys), secretId(current)],
    )
    await client.query("update api_keys set secret_hash = $1 where name = 'key 1'", [hashKey(key, current)])
    await client.query('vacuum analyze api_keys')
  })
  const database = openPool({
    url,
    connections: 1,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 10_000,
    applicationName: 'bench',
    onIdleError: () => undefined,
  })
  const variants = {
    'one secret': () => findPrincipal(database, hashKey(key, current)),
    'with a previous one': () => findByEitherSecret(database),
  }
  const durations: Record<string, number[]> = {}
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [name, find] of Object.entries(variants)) {
      durations[name] ??= []
      durations[name].push(await microsecondsPerLookup(find))
    }
  }
  for (const [name, each] of Object.entries(durations)) {
    console.log(
      `${name.padEnd(20)} ${median(each).toFixed(0)} µs per lookup (${each.map(Math.round).join(', ')})`,
    )
  }
  await database.close()
})

function findByEitherSecret(database: Database) {
  return findPrincipalByAnySecret(
    database,
    database,
    [hashKey(key, current), hashKey(key, previous)],
    secretId(current),
  )
}

async function microsecondsPerLookup(find: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + (Number(options.seconds) * 1000) / 2
  let lookups = 0
  const started = performance.now()
  while (performance.now() < end) {
    if (!(await find())) throw new Error('the key was not found')
    lookups++
  }
  return ((performance.now() - started) * 1000) / lookups
}
