// Foods like another one. Everyday foods are like others that people know; all other foods are like those of their category with about
// the same values.
import { categoryTrail, categoryWithDescendants } from '../food/categories.ts'
import { everydayFoodShownAs, everydayFoodsLike, type LikeFood } from '../food/everyday-foods.ts'
import type { Food } from '../food/food.ts'
import { type FoodRow, foodColumns, toFood } from '../food/food-row.ts'
import { illustrationFolder } from '../food/illustrations.ts'
import { estimateSource } from '../food/sources.ts'
import { type NutrientWithLight, trafficLightsOf } from '../food/traffic-lights.ts'
import { genericName } from '../language/generic-name.ts'
import { tokenize } from '../language/tokenize.ts'
import type { Database } from '../platform/database/pool.ts'
import { classes } from '../quality/confidence/classes.ts'

export interface SimilarFoods {
  similar: Food[]
  /** Foods of its category that are eaten like it, with clearly less of what it is high in and no more of the rest. */
  better: Food[]
}

const maxShown = 4
/** Of the category's most popular foods, which limits the cost. */
const maxExamined = 200
/** A catalog without food tables has few of them. */
const minEveryday = 2
/** Of each category next to the food's own. */
const maxExaminedPerSibling = 20
const maxSiblings = 25
/** One is a typical difference between two foods of a kind; a larger sum is another kind of food. */
const maxDistance = 6
/** Of foods of another category. */
const maxDistanceOfSiblings = 2.5
const maxShareOfHigh = 0.7
/** How far the energy of an alternative may differ, as a share of the energy of the food: a yogurt is no alternative to a spread. */
const maxEnergyDifference = 0.5
/** In kcal, for drinks and other foods with little energy. */
const minEnergyDifference = 50
/** The sum for protein, fat and carbohydrates, each as a share of the energy: liquorice is no alternative for chocolate. */
const maxCompositionDifference = 0.5
const watched: NutrientWithLight[] = ['fat_g', 'saturated_fat_g', 'sugar_g', 'sodium_mg']

const ofCategory = `
  select * from foods where category = $1 and is_group_best order by popular_order, id limit ${maxExamined}`
const ofSiblings = `
  select listed.*
    from unnest($1::text[]) as sibling (category)
    cross join lateral (select * from foods where category = sibling.category and is_group_best
                          order by popular_order, id limit ${maxExaminedPerSibling}) as listed`
const ofGenericName = `
  select * from foods where generic_name = $1 and is_group_best order by static_rank desc, id limit ${maxExamined}`
/** Names of everyday foods are those of their records, and each has only one food. */
const ofRecords = `
  select foods.*, listed.rank
    from unnest($1::text[], $15::integer[]) as listed (record, rank)
    join foods on foods.source = split_part(record, ':', 1)
              and foods.source_id = substr(record, strpos(record, ':') + 1)`

/** What few foods have, such as a brand in common, counts little; words in common count most where no values are known. */
const likeness = `difference - 0.5 * least(shared_words, 4) + case when is_same_brand then 0.5 else 0 end
                  + case when is_same_kind then 0 else 1 end - case when is_everyday then 1 else 0 end`

const energyFrom = (protein: string, carbs: string, fat: string) => ({
  protein: `4 * ${protein}`,
  carbs: `4 * ${carbs}`,
  fat: `9 * ${fat}`,
  total: `nullif(4 * ${protein} + 4 * ${carbs} + 9 * ${fat}, 0)`,
})
const ofCandidate = energyFrom('protein_g', 'carbs_g', 'fat_g')
const ofFood = energyFrom('$5::real', '$6::real', '$7::real')

const isAlternative = `
  candidates.category is not distinct from $14
  and abs(calories_kcal - $4::real) <= greatest(${minEnergyDifference}, ${maxEnergyDifference} * $4::real)
  and ${(['protein', 'carbs', 'fat'] as const)
    .map(part => `abs(${ofCandidate[part]} / ${ofCandidate.total} - ${ofFood[part]} / ${ofFood.total})`)
    .join(' + ')} <= ${maxCompositionDifference}`

const queryOf = (candidates: string, max: number, distance = likeness) => `
  with judged as (
    select candidates.*,
           coalesce(abs(calories_kcal - $4::real) / greatest(50, 0.3 * $4::real), 0)
             + coalesce(abs(protein_g - $5::real) / 5, 0)
             + coalesce(abs(carbs_g - $6::real) / 10, 0)
             + coalesce(abs(fat_g - $7::real) / 5, 0) as difference,
           (select count(*) from unnest(string_to_array(normalized_name, ' ')) as word where word = any($3::text[]))
             as shared_words,
           brand is not null and brand = $8 as is_same_brand,
           (brand is null) = ($8::text is null) as is_same_kind,
           $8::text is null and brand is null and image_url like '${illustrationFolder}%' as is_everyday,
           coalesce(cardinality($9::text[]) > 0 and ${isAlternative} and ${watched
             .map(
               (nutrient, index) =>
                 `case when '${nutrient}' = any($9) then ${nutrient} <= ${maxShareOfHigh} * $${10 + index}::real
                    else $${10 + index}::real is null or ${nutrient} <= 1.1 * $${10 + index}::real end`,
             )
             .join(' and ')}, false) as is_better
      from (${candidates}) as candidates
      where id <> $2 and source <> '${estimateSource}' and confidence >= ${classes.complete.floor}
        and calories_kcal is not null
  ), ranked as (
    select id, is_better, distance,
           row_number() over (partition by is_better order by distance, popular_order, id) as place
      from (select *, ${distance} as distance
              from judged
              where is_better or difference <= ${max}) as near
  )
  select ${foodColumns}, is_better
    from ranked
    join foods using (id)
    where place <= ${maxShown}
    order by is_better, place`

const queries = {
  category: queryOf(ofCategory, maxDistance),
  siblings: queryOf(ofSiblings, maxDistanceOfSiblings),
  name: queryOf(ofGenericName, maxDistance),
  everyday: queryOf(ofRecords, Number.MAX_SAFE_INTEGER, 'rank * 1000 + difference'),
}

export async function findSimilarFoods(database: Database, food: Food): Promise<SimilarFoods> {
  const { category } = food
  const everyday = everydayFoodShownAs(food)
  if (everyday !== undefined) {
    const like = await find(database, 'everyday', recordsOf(everydayFoodsLike(everyday)), food)
    if (like.similar.length + like.better.length >= minEveryday) return like
  }
  if (category === null) {
    const name = genericName(food.name)
    return name === null ? { similar: [], better: [] } : find(database, 'name', name, food)
  }
  const found = await find(database, 'category', category, food)
  const parent = categoryTrail(category).at(-2)
  if (found.similar.length + found.better.length > 1 || parent === undefined) return found
  return find(database, 'siblings', categoryWithDescendants(parent).slice(0, maxSiblings), food)
}

interface RankedRecords {
  records: string[]
  ranks: number[]
}

function recordsOf(like: LikeFood[]): RankedRecords {
  const ranked = like.flatMap(({ food, rank }) => food.records.map(record => ({ record, rank })))
  return { records: ranked.map(({ record }) => record), ranks: ranked.map(({ rank }) => rank) }
}

async function find(
  database: Database,
  by: keyof typeof queries,
  key: string | string[] | RankedRecords,
  food: Food,
): Promise<SimilarFoods> {
  const isRanked = typeof key === 'object' && 'records' in key
  const high = trafficLightsOf(food)
    .filter(({ level }) => level === 'high')
    .map(({ nutrient }) => nutrient)
  const { rows } = await database.query<FoodRow & { is_better: boolean }>({
    name: `similar-foods-by-${by}`,
    text: queries[by],
    values: [
      isRanked ? key.records : key,
      food.id,
      [...new Set(tokenize(food.name))].filter(word => word.length > 2),
      food.calories_kcal,
      food.protein_g,
      food.carbs_g,
      food.fat_g,
      food.brand,
      high,
      ...watched.map(nutrient => food[nutrient]),
      food.category,
      ...(isRanked ? [key.ranks] : []),
    ],
  })
  const found: SimilarFoods = { similar: [], better: [] }
  for (const { is_better, ...row } of rows) found[is_better ? 'better' : 'similar'].push(toFood(row))
  return found
}
