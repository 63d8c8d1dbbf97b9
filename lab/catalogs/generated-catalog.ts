// A synthetic catalog of any size, generated inside the database. It is deterministic: the same size gives the same foods.
import type { Client } from 'pg'
import { type Nutrient, nutrients } from '../../src/food/nutrients.ts'
import { refreshDerivedTables } from '../../src/importer/derived-tables.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { inTransaction, withConnection } from '../../src/platform/database/pool.ts'

const categories = 300

/** Migrates the database and fills it with foods 1 to `foods`. */
export function generateCatalog(url: string, foods: number): Promise<void> {
  return withConnection(url, async client => {
    await migrate(client)
    await createWords(client)
    const secondaryDefinitions = await secondaryIndexes(client)
    for (const { name } of secondaryDefinitions) await client.query(`drop index ${name}`)
    await insertFoods(client, foods)
    for (const { definition } of secondaryDefinitions) await client.query(definition)
    await client.query('vacuum analyze foods')
    await inTransaction(client, () => refreshDerivedTables(client))
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

async function secondaryIndexes(client: Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query(`
    select indexname as name, indexdef as definition
      from pg_indexes
      where tablename = 'foods' and indexname not in (select conname from pg_constraint)`)
  return rows
}

/** About 50,000 words, most frequent first. */
async function createWords(client: Client): Promise<void> {
  await client.query('create temp table words (n integer primary key, word text not null)')
  await client.query(
    'insert into words select position - 1, word from unnest($1::text[]) with ordinality as given (word, position)',
    [[...commonWords, ...inventedWords(50_000)]],
  )
  await client.query('analyze words')
}

/** Typical maximum per nutrient; 100 for all others. */
const maxByNutrient: Partial<Record<Nutrient, number>> = {
  ...{ calories_kcal: 900, protein_g: 40, fat_g: 60, carbs_g: 90, fiber_g: 20, sugar_g: 60 },
  ...{ sodium_mg: 1500, saturated_fat_g: 30, cholesterol_mg: 200, potassium_mg: 900 },
}

async function insertFoods(client: Client, foods: number): Promise<void> {
  await client.query(`
    -- A pseudo-random number in [0, 1), deterministic by food and purpose.
    create function pg_temp.chance(i bigint, purpose integer) returns float8 immutable language sql
      as 'select (hashint8extended(i, purpose) & 1073741823) / 1073741824::float8';
    create function pg_temp.nutrient(i bigint, purpose integer, max integer) returns real immutable language sql
      as 'select case when pg_temp.chance(i, purpose + 100) > 0.12
                      then (floor(pg_temp.chance(i, purpose) * max * 10) / 10)::real end';

    insert into foods (id, name, brand, barcode, category, serving_size_g, serving_desc,
        ${nutrients.join(', ')},
        image_url, image_thumb_url, source, confidence, source_id, popularity, normalized_name, normalized_brand)
      select i, initcap(named), initcap(branded), barcode,
          case when pg_temp.chance(i, 20) > 0.15
               then initcap(in_category.word) || ' ' || in_category.n end,
          serving, serving || ' g',
          ${nutrients.map((nutrient, index) => `pg_temp.nutrient(i, ${index + 1}, ${maxByNutrient[nutrient] ?? 100})`).join(', ')},
          image || '.400.jpg', image || '.200.jpg',
          case when pg_temp.chance(i, 21) < 0.85 then 'off' when pg_temp.chance(i, 21) < 0.95 then 'usda'
               else 'ai_estimate' end,
          round((0.3 + 0.7 * sqrt(pg_temp.chance(i, 22)))::numeric, case when i % 2 = 0 then 2 else 3 end),
          'bench-' || i,
          -- Two thirds have never been looked up, and few are looked up often.
          case when pg_temp.chance(i, 23) < 0.65 then 0
               else floor(power((1 - pg_temp.chance(i, 23)) / 0.35, -0.7))::integer end,
          named, coalesce(branded, '')
        from generate_series(1, ${foods}) as i
          join words as first on first.n = floor(50000 * power(pg_temp.chance(i, 11), 3))::integer
          join words as second on second.n = floor(50000 * power(pg_temp.chance(i, 12), 3))::integer
          join words as third on third.n = floor(50000 * power(pg_temp.chance(i, 13), 3))::integer
          join words as brand on brand.n = 20000 + floor(20000 * power(pg_temp.chance(i, 14), 3))::integer
          join words as in_category on in_category.n = floor(${categories} * power(pg_temp.chance(i, 15), 2.5))::integer
          cross join lateral (
            select first.word || ' ' || second.word
                  || case when pg_temp.chance(i, 16) < 0.6 then ' ' || third.word else '' end as named,
                case when pg_temp.chance(i, 17) < 0.8 then brand.word end as branded,
                -- 982451653 is prime, so the barcodes are distinct and neighbours are far apart.
                case when pg_temp.chance(i, 18) < 0.95
                     then (4000000000000 + i::bigint * 982451653 % 1000000000000)::text end as barcode,
                5 + floor(pg_temp.chance(i, 19) * 60) * 5 as serving,
                case when pg_temp.chance(i, 24) < 0.6
                     then 'https://images.openfoodfacts.org/images/products/400/' || i || '/front_en.3' end as image
          ) as generated`)
}

const commonWords =
  `milk cheese chocolate yogurt bread butter chicken beef pork salmon tuna rice pasta tomato potato onion
  garlic apple banana orange lemon strawberry raspberry cherry peach pear grape mango coconut almond hazelnut walnut
  peanut cashew oat wheat rye barley corn bean lentil pea carrot spinach broccoli cabbage pepper cucumber olive oil
  vinegar mustard ketchup mayonnaise sauce soup salad sandwich pizza burger sausage ham bacon egg honey jam sugar
  cookie cake biscuit cracker chips popcorn cereal muesli granola bar candy caramel vanilla cinnamon ginger mint
  coffee tea juice water cola lemonade beer wine cider cream ice pudding organic whole light dark white green red
  black smoked roasted dried frozen fresh classic original`.split(/\s+/)

/** Distinct words of three syllables. */
function inventedWords(count: number): string[] {
  const syllables = [...'bdfgklmnrstv'].flatMap(consonant => [...'aeiou'].map(vowel => consonant + vowel))
  const size = syllables.length
  return Array.from(
    { length: count },
    (_, n) =>
      `${syllables[n % size]}${syllables[Math.floor(n / size) % size]}${syllables[Math.floor(n / size ** 2) % size]}`,
  )
}
