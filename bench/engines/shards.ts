// PostgreSQL with the foods divided by hash over three servers. Either a fourth one asks them with postgres_fdw, or the node asks all
// of them and merges what they find.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type pg from 'pg'
import { root } from '../../lab/servers/temporary-stores.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openPool, withConnection } from '../../src/platform/database/pool.ts'
import type { Retrieved } from '../../src/search/query/retrieve/engine.ts'
import { retrieveFromPostgresql } from '../../src/search/query/retrieve/postgresql.ts'
import { cpuSeconds } from '../http/cpu-time.ts'
import type { Engine, StartEngine } from './engine.ts'

const shardCount = 3

interface Shard {
  databaseUrl: string
  processId: number
}

/** The node asks all servers at once. Each may find as many foods as one server would, so more are ranked. */
export const startScattered: StartEngine = async (databaseUrl, folder) => {
  const shards = await startShards(databaseUrl, folder)
  const pools = shards.map(shard => poolOf(shard.databaseUrl))
  return {
    ...(await engineOf(shards)),
    async retrieveFoods(_database, retrieval) {
      const found = await Promise.all(pools.map(pool => retrieveFromPostgresql(pool, retrieval)))
      const [first] = found
      const merged: Retrieved = {
        version: first?.version ?? '',
        foods: new Map(found.flatMap(({ foods }) => [...foods])),
        ids: retrieval.queries.map((_, index) => found.flatMap(({ ids }) => ids[index] ?? [])),
        byKey: found.flatMap(({ byKey }) => byKey),
      }
      return merged
    },
    async stop() {
      await Promise.all(pools.map(pool => pool.close()))
    },
  }
}

/** A coordinator runs `search_foods` on a partitioned table whose partitions are on the servers. */
export const startCoordinated: StartEngine = async (databaseUrl, folder) => {
  const shards = await startShards(databaseUrl, folder)
  const coordinator = startServer(join(folder, 'coordinator'))
  await withConnection(coordinator.databaseUrl, async client => {
    await migrate(client)
    await copyCatalogStats(databaseUrl, client)
    const { columns } = await columnsOf(client)
    await client.query(`
      create extension postgres_fdw;
      drop table foods cascade;
      create table foods (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')}) partition by hash (id);
      ${shards.map((shard, part) => foreignPartition(shard.databaseUrl, part)).join('')}`)
    await client.query('analyze foods')
  })
  const pool = poolOf(coordinator.databaseUrl)
  const servers = [...shards, coordinator]
  return {
    ...(await engineOf(servers)),
    retrieveFoods: (_database, retrieval) => retrieveFromPostgresql(pool, retrieval),
    stop: () => pool.close(),
  }
}

const poolOf = (url: string) =>
  openPool({
    url,
    connections: 8,
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 30_000,
    applicationName: 'engines',
    onIdleError() {},
  })

async function engineOf(servers: Shard[]): Promise<Pick<Engine, 'cpuSeconds' | 'bytes'>> {
  const sizes = await Promise.all(
    servers.map(({ databaseUrl }) =>
      withConnection(databaseUrl, async client => {
        const { rows } = await client.query<{ bytes: number }>(searchSize)
        return Number(rows[0]?.bytes ?? 0)
      }),
    ),
  )
  return {
    cpuSeconds: async () => servers.reduce((sum, { processId }) => sum + cpuSeconds(processId), 0),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

/** The table and the indexes that searches read. */
export const searchSize = `
  select coalesce(sum(pg_relation_size(oid)), 0)::bigint as bytes from pg_class
    where relname = 'foods' and relkind = 'r' or relname ~ '^foods_(search_vector_.|name_keys|normalized_name)$'`

let started: Promise<Shard[]> | undefined

/** Both engines use the same ones, which are removed when the process exits. */
function startShards(databaseUrl: string, folder: string): Promise<Shard[]> {
  started ??= loadShards(databaseUrl, folder)
  return started
}

async function loadShards(databaseUrl: string, folder: string): Promise<Shard[]> {
  const shards: Shard[] = []
  for (let part = 0; part < shardCount; part++) {
    const shard = startServer(join(folder, `shard-${part}`))
    shards.push(shard)
    await withConnection(shard.databaseUrl, async client => {
      await migrate(client)
      await copyCatalogStats(databaseUrl, client)
      const { columns } = await columnsOf(client)
      const stored = columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name)
      const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
        `select indexname, indexdef from pg_indexes where tablename = 'foods' and indexname ~ '^foods_(search_vector_.|name_keys|normalized_name)$'`,
      )
      const { rows: others } = await client.query<{ indexname: string }>(
        `select indexname from pg_indexes where tablename = 'foods' and indexname !~ 'key$' and indexname <> 'foods_pkey'`,
      )
      await client.query(others.map(({ indexname }) => `drop index ${indexname};`).join(''))
      // The hash function of partitions, so that each row is where the coordinator looks for it.
      const rows = `select ${stored.join(', ')} from foods where satisfies_hash_partition('foods_parts'::regclass, ${shardCount}, ${part}, id) order by rank_tier, static_rank desc, id`
      await withConnection(databaseUrl, source =>
        source.query(
          'drop table if exists foods_parts; create table foods_parts (id bigint) partition by hash (id)',
        ),
      )
      pipe(
        `psql -Xq '${databaseUrl}' -c "copy (${rows}) to stdout (format binary)" | psql -Xq '${shard.databaseUrl}' -c "copy foods (${stored.join(', ')}) from stdin (format binary)"`,
      )
      await client.query(indexes.map(({ indexdef }) => `${indexdef};`).join(''))
      await client.query('vacuum analyze foods')
    })
  }
  await withConnection(databaseUrl, source => source.query('drop table foods_parts'))
  return shards
}

function startServer(directory: string): Shard {
  mkdirSync(directory, { recursive: true })
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const services = (command: string) =>
    execFileSync(join(root, 'scripts/dev-services'), [command], {
      env: {
        LARDER_SHARED_BUFFERS: '128MB',
        LARDER_FSYNC: 'off',
        ...environment,
        LARDER_SERVICES_DIR: directory,
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  services('start')
  const databaseUrl = parseEnv(services('urls'))['DATABASE_URL'] ?? ''
  const processId = Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  process.once('exit', () => services('remove'))
  return { databaseUrl, processId }
}

async function columnsOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; type: string; isGenerated: boolean }>(`
    select attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as "isGenerated"
      from pg_attribute where attrelid = 'foods'::regclass and attnum > 0 and not attisdropped order by attnum`)
  return { columns: rows }
}

async function copyCatalogStats(databaseUrl: string, client: pg.Client): Promise<void> {
  await client.query('delete from catalog_stats')
  const stats = execFileSync('psql', ['-XqAt', databaseUrl, '-c', 'copy catalog_stats to stdout'])
  execFileSync('psql', ['-Xq', urlOf(client), '-c', 'copy catalog_stats from stdin'], { input: stats })
}

const urlOf = ({ user, host, port, database }: pg.Client) => `postgres://${user}@${host}:${port}/${database}`

const pipe = (command: string) =>
  execFileSync('bash', ['-o', 'pipefail', '-c', command], { stdio: ['ignore', 'ignore', 'inherit'] })

function foreignPartition(databaseUrl: string, part: number): string {
  const { hostname, port, pathname, username } = new URL(databaseUrl)
  return `
    create server shard_${part} foreign data wrapper postgres_fdw
      options (host '${hostname}', port '${port}', dbname '${pathname.slice(1)}', async_capable 'false', fetch_size '150', use_remote_estimate 'false');
    create user mapping for public server shard_${part} options (user '${username}', password_required 'false');
    create foreign table foods_${part} partition of foods for values with (modulus ${shardCount}, remainder ${part})
      server shard_${part} options (table_name 'foods');`
}
