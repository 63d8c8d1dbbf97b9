// What the category classifier learns from: foods with a category from the tags of their source, and the names of the
// taxonomy in many languages.
import { hash } from 'node:crypto'
import { categories } from '../../src/food/categories.ts'
import { createCategoryResolver, type TaxonomyEntry } from '../../src/food/category-resolver.ts'
import { type ComparedValues, comparedValues, unknownValues } from '../../src/food/value-features.ts'
import { tokenize } from '../../src/language/tokenize.ts'
import type { Database } from '../../src/platform/database/pool.ts'
import { categoryFromName } from '../../src/quality/candidate-food.ts'

export interface NamedCategory {
  name: string
  category: number
  /** The tokens of the name: equal ones are never in two parts. */
  key: string
  values: ComparedValues
  from: 'tags' | 'taxonomy'
  isLaboratory: boolean
}

const categoryIndex = new Map(categories.map(({ name }, index) => [name, index]))

/** Once for each name and category. */
export async function readTaggedFoods(database: Database): Promise<NamedCategory[]> {
  const { rows } = await database.query<ComparedValues & { name: string; category: string; source: string }>({
    text: `
    select distinct on (name, category, source) name, category, source, ${comparedValues.join(', ')} from (
      select * from (select name, category, source, quality_flags, source_id, ${comparedValues.join(', ')} from foods) as foods
      union all
      select name, category, source, quality_flags, source_id, ${comparedValues.join(', ')} from superseded_records) as records
    where category is not null and not coalesce(quality_flags @> '[{"rule": "${categoryFromName}"}]', false)
    order by name, category, source, num_nonnulls(${comparedValues.join(', ')}) desc, source_id`,
  })
  return distinct(
    rows.flatMap(({ name, category, source, ...values }) =>
      example({ name, category, values, from: 'tags', isLaboratory: source === 'usda' }),
    ),
  )
}

export async function readTaxonomyNames(database: Database): Promise<NamedCategory[]> {
  const { rows } = await database.query<TaxonomyEntry>({
    text: 'select id, parents, names, synonyms from taxonomy_categories order by id',
  })
  const resolve = createCategoryResolver(rows)
  return distinct(
    rows.flatMap(({ id, names, synonyms }) => {
      const category = resolve([id])
      const all = [...Object.values(names), ...Object.values(synonyms).flat()]
      return category === null
        ? []
        : all.flatMap(name =>
            example({ name, category, values: unknownValues, from: 'taxonomy', isLaboratory: false }),
          )
    }),
  )
}

function example({
  category,
  ...facts
}: Omit<NamedCategory, 'category' | 'key'> & { category: string }): NamedCategory[] {
  const index = categoryIndex.get(category)
  const key = tokenize(facts.name).join(' ')
  return index === undefined || key === '' ? [] : [{ ...facts, category: index, key }]
}

function distinct(examples: readonly NamedCategory[]): NamedCategory[] {
  return [...new Map(examples.map(each => [`${each.category} ${each.key}`, each])).values()]
}

/** Which part of the names this one belongs to: always the same for equal names. */
export const partOf = (key: string, parts: number): number =>
  Number.parseInt(hash('sha256', key).slice(0, 8), 16) % parts

/** Of frequent categories each example weighs less: tagged foods are no fair sample of a catalog. */
export function weightsOf(examples: readonly NamedCategory[]): number[] {
  const maxWeight = { tags: 500, taxonomy: 300 }
  const kindOf = ({ from, category }: NamedCategory) => `${from} ${category}`
  const counts = Map.groupBy(examples, kindOf)
  return examples.map(each => Math.min(1, maxWeight[each.from] / (counts.get(kindOf(each))?.length ?? 1)))
}
