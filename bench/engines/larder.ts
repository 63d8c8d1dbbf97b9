// Larder over HTTP, on the catalog that was exported.
import type { Client } from 'pg'
import { cpuSeconds, residentBytes } from '../cpu-time.ts'
import type { Catalog } from '../search-catalog.ts'
import { searchAt, searchOrThrow } from '../search-client.ts'
import type { Engine } from './engine.ts'

const warmUpQueries = 500

/** `client` is any connection to the catalog's database. */
export async function useLarder(catalog: Catalog, client: Client): Promise<Engine> {
  const search = searchAt(catalog.endpoint())
  return {
    name: 'Larder',
    buildSeconds: undefined,
    indexBytes: await readIndexBytes(client),
    sample: undefined,
    warmUpQueries,
    async search(q) {
      const { ms, body } = await searchOrThrow(search, { q })
      return { ms, foods: JSON.parse(body) }
    },
    async cpuSeconds() {
      const backends = await readBackends(client)
      return {
        'Node.js': cpuSeconds(catalog.processId()),
        PostgreSQL: backends.reduce((sum, id) => sum + cpuSeconds(id), 0),
      }
    },
    memoryBytes: () => residentBytes(catalog.processId()),
    notes: () => ['Larder: over HTTP, with API key, rate limit and log; an import builds its indexes'],
    close: async () => {},
  }
}

async function readBackends(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(`
    select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  return rows.map(({ pid }) => pid)
}

/** Indexes of foods that only search reads, and its tables. */
async function readIndexBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`
    select coalesce(sum(bytes), 0) as bytes
      from (select pg_relation_size(indexrelid) as bytes
              from pg_index
             where indrelid = 'foods'::regclass
               and pg_get_indexdef(indexrelid) ~ 'search_vector|generic_name|normalized_name|name_key'
            union all
            select pg_total_relation_size(oid)
              from pg_class
             where relnamespace = 'public'::regnamespace and relkind = 'r'
               and relname in ('terms', 'synonyms')) as relations`)
  return Number(rows[0]?.bytes ?? 0)
}
