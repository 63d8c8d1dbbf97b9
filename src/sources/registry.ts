// The reader of every source, by the value of `source`. A source that is declared but has no reader fails to type-check.
import { type FoodTableId, foodTables, type SourceId } from '../food/sources.ts'
import { jsonl } from './jsonl/jsonl.ts'
import { off } from './off/off.ts'
import type { Source } from './source.ts'
import { foodTableSource } from './table/food-table.ts'
import { usda } from './usda/usda.ts'

type FoodTableSources = { [Id in FoodTableId]: ReturnType<typeof foodTableSource<Id>> }

const readers = {
  off,
  usda,
  ...(Object.fromEntries(foodTables.map(id => [id, foodTableSource(id)])) as FoodTableSources),
  community: jsonl,
  ai_estimate: jsonl,
} satisfies Record<SourceId, Source>

export type SourceName = (typeof readers)[SourceId]['name']

type NamedSource = Source & { name: SourceName }

/** The subcommands of `larder import`. */
export const sources: readonly NamedSource[] = [...new Set<NamedSource>(Object.values(readers))]

export function findSource(name: SourceName): NamedSource {
  const source = sources.find(each => each.name === name)
  if (source === undefined) throw new Error(`no source is named ${name}`)
  return source
}
