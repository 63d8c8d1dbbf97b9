// Asks all engines the same queries, in alternating batches, so that other load on the machine affects all alike.
import { everyNth, type Query } from '../../lab/catalogs/search-queries.ts'
import type { JudgedFood, PeopleQuery } from '../people/query-set.ts'
import type { Engine } from './engine.ts'

const queriesPerBatch = 20

export interface QuerySets {
  queries: Query[]
  people: PeopleQuery[]
}

export interface EngineResult {
  engine: Engine
  /** The rows that this engine was asked. */
  sets: QuerySets
  answers: Map<string, JudgedFood[]>
  /** Latency of each query. */
  times: number[]
  /** CPU seconds by component. */
  cpu: Map<string, number>
}

export async function measureEngines(engines: Engine[], sets: QuerySets): Promise<EngineResult[]> {
  const results = engines.map(
    (engine): EngineResult => ({
      engine,
      sets: sampleOf(sets, engine.sample),
      answers: new Map(),
      times: [],
      cpu: new Map(),
    }),
  )
  const texts = results.map(result => new Set(textsOf(result.sets)))
  const all = textsOf(sets)
  for (const [index, { engine }] of results.entries()) {
    const own = all.filter(q => texts[index]?.has(q))
    for (let count = 0; count < engine.warmUpQueries; count++)
      await engine.search(own[count % own.length] ?? '')
  }
  for (let start = 0; start < all.length; start += queriesPerBatch) {
    const batch = all.slice(start, start + queriesPerBatch)
    for (const [index, result] of results.entries())
      await askBatch(
        result,
        batch.filter(q => texts[index]?.has(q)),
      )
  }
  return results
}

function sampleOf({ queries, people }: QuerySets, sample: number | undefined): QuerySets {
  if (sample === undefined) return { queries, people }
  return { queries: everyNth(queries, sample), people: everyNth(people, sample) }
}

/** Each text once, with those that another row refers to. */
function textsOf({ queries, people }: QuerySets): string[] {
  const referred = people.flatMap(({ query, sameAs }) => (sameAs === undefined ? [query] : [query, sameAs]))
  return [...new Set([...referred, ...queries.map(({ q }) => q)])]
}

async function askBatch({ engine, answers, times, cpu }: EngineResult, batch: string[]): Promise<void> {
  if (batch.length === 0) return
  const before = await engine.cpuSeconds()
  for (const q of batch) {
    const { foods, ms } = await engine.search(q)
    answers.set(q, foods)
    times.push(ms)
  }
  for (const [component, seconds] of Object.entries(await engine.cpuSeconds()))
    cpu.set(component, (cpu.get(component) ?? 0) + seconds - (before[component] ?? 0))
}
