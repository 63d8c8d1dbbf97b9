// Compares foods with their peers: foods of the same generic name, or else of the same category. A "Ground Beef" with the
// values of corn is consistent in itself; only other ground beef shows that it is wrong.
import type { Client } from 'pg'
import type { Nutrient } from '../food/nutrients.ts'
import { isLaboratoryDataSql } from '../food/sources.ts'
import { copyInto } from '../platform/database/copy-into.ts'
import { categoryFromName } from '../quality/candidate-food.ts'
import { classes } from '../quality/confidence/classes.ts'
import { confidence } from '../quality/confidence.ts'
import { unlikePeers } from '../quality/plausibility/suspicious.ts'
import { bookkeepingColumns, copyLine, type ImportedFood, importedColumns, jsonb } from './copy-line.ts'

interface ComparedNutrient {
  name: 'calories_kcal' | 'protein_g' | 'fat_g' | 'carbs_g'
  kcalPerGram: number | null
  /** Differences as small as this are normal, however alike the peers are. */
  minSpread: number
}

const comparedNutrients: readonly ComparedNutrient[] = [
  { name: 'calories_kcal', kcalPerGram: null, minSpread: 20 },
  { name: 'protein_g', kcalPerGram: 4, minSpread: 2 },
  { name: 'fat_g', kcalPerGram: 9, minSpread: 2.5 },
  { name: 'carbs_g', kcalPerGram: 4, minSpread: 2 },
]
const names = comparedNutrients.map(({ name }) => name)
const macros = comparedNutrients.filter(({ kcalPerGram }) => kcalPerGram !== null)

// The thresholds below were chosen by reading flagged foods of a catalog of 725,000; docs/explanation/data-quality.md
// explains them.

/**
 * Labels of "banana" include dried ones and puddings; a laboratory food is what the name says. The bananas of several
 * tables are divided by their number: they must not hide the dried ones.
 */
const labelsPerLaboratoryFood = 10
/** A laboratory food counts as that many. */
const minPeers = 12
const minFoodsPerGenericName = 5
const minFoodsPerCategory = 30
/** Categories mix foods. Only where most have nearly the same energy does a different value mean anything. */
const maxEnergySpreadOfCategories = 0.1
/** More foods do not change a median. */
const maxSampledFoods = 1_000
/** Values that this share of the peers reach are a variety, such as dry beans among canned ones. */
const varietyShare = 0.04
const minVarietyFoods = 2
/** Of a few labels next to a laboratory food, most can be wrong, so it takes more of them to be a variety. */
const varietyShareWithLaboratory = 0.2
const maxFoodsForLaboratory = 100

/** A normal distribution's standard deviation, in units of its median absolute deviation. */
const spreadPerDeviation = 1.4826
const minRelativeSpread = 0.1

/** Distances in spreads, of the two nutrients that are farthest from the median. */
const minDistances = {
  /** The energy comes from other nutrients than the peers' energy. */
  otherComposition: { second: 3, sum: 9 },
  /** More or less of the same. Water content varies, so it takes more to be suspicious. */
  sameComposition: { second: 5, sum: 14 },
}
/** The largest difference between the shares of a macronutrient in the energy. */
const otherComposition = 0.5

/** Dry forms are sold under the same name: pasta and pulses, and powders for drinks. */
const dryForms = {
  maxCompositionDifference: 0.2,
  pulses: { minProtein: 6, minMacros: 70 },
  powders: { maxEnergyOfPeers: 60, minMacros: 85 },
}

/**
 * Values per serving have the composition of the peers and a fraction of their weight. Water content explains that, except
 * among foods that hardly contain any: chocolate, biscuits, nuts.
 */
const servings = {
  minWeightOfPeers: 82,
  /** The weight of the lightest tenth of the peers, as a share of the median. */
  minLightest: 0.85,
  /** The weight of the food, as a share of the median. */
  maxWeight: 0.6,
  maxCompositionDifference: 0.25,
}
const lightest = 0.1

/** Only tags make statistics: a category that was found from name and values would confirm itself. */
const taggedCategory = `case when not coalesce(quality_flags @> '[{"rule": "${categoryFromName}"}]', false) then category end`

/**
 * Replaces the statistics. `foods` is a table or a subquery in parentheses with the columns of `foods`. Only complete
 * foods without other doubts count; those doubted because of their peers do, so that a repetition gives the same result.
 */
export async function refreshPeerStatistics(client: Client, foods: string): Promise<void> {
  await client.query(`
    create temp table peers as
      with laboratory as (
        select generic_name, count(distinct source) as sources from ${foods} as foods
        where generic_name is not null and ${isLaboratoryDataSql('foods')} group by generic_name
      )
      select generic_name, ${taggedCategory} as category, ${names.join(', ')}, hashtext(source_id) as sample,
        ${weightWithFiber} as weight_g,
        case when ${isLaboratoryDataSql('foods')} then ${labelsPerLaboratoryFood} / coalesce(sources, 1) else 1 end as weight
      from ${foods} as foods left join laboratory using (generic_name)
      where (confidence >= ${classes.complete.floor} or quality_flags @> '[{"rule": "${unlikePeers.code}"}]')
        and (generic_name is not null or ${taggedCategory} is not null)
        and ${names.map(name => `${name} is not null`).join(' and ')};
    create temp table peer_groups as
      select 'generic_name' as kind, generic_name as name, count(*) as foods, sum(weight) as weight from peers
      where generic_name is not null
      group by generic_name having count(*) >= ${minFoodsPerGenericName} and sum(weight) >= ${minPeers}
      union all
      select 'category', category, count(*), count(*) from peers
      where category is not null
      group by category having count(*) >= ${minFoodsPerCategory};
    create temp table peer_samples as
      select kind, name, weight_g, ${names.map(name => `peers.${name}`).join(', ')}
      from peer_groups join peers on peers.generic_name = name
      cross join generate_series(1, peers.weight)
      where kind = 'generic_name' and ${isSampled}
      union all
      select kind, name, weight_g, ${names.map(name => `peers.${name}`).join(', ')}
      from peer_groups join peers on peers.category = name
      where kind = 'category' and ${isSampled};
    truncate peer_statistics;
    insert into peer_statistics (kind, name, foods, nutrients)
    with varieties as (
      select kind, name, foods,
        case when weight > foods and foods < ${maxFoodsForLaboratory} then ${varietyShareWithLaboratory}
          else greatest(${varietyShare}, least(0.5, ${minVarietyFoods} / weight::float8)) end as share
      from peer_groups
    ), quantiles as (
      select kind, name, foods, share,
        ${names.map(name => `percentile_cont(array[0.5, share, 1 - share]) within group (order by ${name}) as ${name}`).join(', ')},
        percentile_cont(array[0.5, ${lightest}]) within group (order by weight_g) as weight_g
      from varieties join peer_samples using (kind, name)
      group by kind, name, foods, share
    ), spreads as (
      select kind, name,
        ${comparedNutrients.map(spreadOf).join(', ')}
      from quantiles join peer_samples using (kind, name)
      group by kind, name, ${names.map(name => `quantiles.${name}`).join(', ')}
    )
    select kind, name, foods,
      jsonb_build_object(${names.map(name => `'${name}', ${statisticsOf(name)}`).join(', ')},
        'weight_g', jsonb_build_array(round(quantiles.weight_g[1]::numeric, 3), round(quantiles.weight_g[2]::numeric, 3)))
    from quantiles join spreads using (kind, name)
    where kind = 'generic_name'
      or spreads.calories_kcal <= ${maxEnergySpreadOfCategories} * quantiles.calories_kcal[1];
    drop table peers, peer_groups, peer_samples;
    analyze peer_statistics`)
}

const isSampled = `mod(abs(peers.sample::bigint), ceil(foods / ${maxSampledFoods}.0)) = 0`

const spreadOf = ({ name, minSpread }: ComparedNutrient) => `greatest(
  ${spreadPerDeviation} * percentile_cont(0.5) within group (order by abs(peer_samples.${name} - quantiles.${name}[1])),
  ${minRelativeSpread} * quantiles.${name}[1],
  ${minSpread}) as ${name}`

/** Median, spread, and the range beyond which there is no variety. */
const statisticsOf = (name: string) =>
  `jsonb_build_array(${[
    `quantiles.${name}[1]`,
    `spreads.${name}`,
    `quantiles.${name}[2]`,
    `quantiles.${name}[3]`,
  ]
    .map(value => `round((${value})::numeric, 3)`)
    .join(', ')})`

/**
 * A query for the rows of a table with the columns of foods that are unlike their peers: `row`, the `field` that differs
 * most and the value `found`. Laboratory foods are what others are compared with.
 */
const unlikePeersIn = (foods: string, row: string) => `
  with compared as (
    select ${foods}.${row} as row, statistics.*, ${names.map(name => `${foods}.${name}::float8`).join(', ')},
      ${weightWithFiber} as weight_g
    from ${foods}
    left join peer_statistics as by_name on by_name.kind = 'generic_name' and by_name.name = ${foods}.generic_name
    left join peer_statistics as by_category on by_category.kind = 'category' and by_category.name = ${foods}.category
    -- With an offset they are read once per food, not once per use.
    cross join lateral (
      select ${names.flatMap(statisticColumns).join(', ')},
        (nutrients->'weight_g'->>0)::float8 as weight_median, (nutrients->'weight_g'->>1)::float8 as weight_lightest
      from (select coalesce(by_name.nutrients, by_category.nutrients)) as peers (nutrients) offset 0
    ) as statistics
    where coalesce(by_name.name, by_category.name) is not null and not ${isLaboratoryDataSql(foods)}
      and ${names.map(name => `${foods}.${name} is not null`).join(' and ')}
  ), distances as (
    select compared.*, ${names.map(distanceOf).join(', ')}, ${compositionDifference} as composition
    from compared
  ), ranked as (
    select distances.*, greatest(${names.map(distance).join(', ')}) as farthest,
      ${sumOfFarthestTwo} as sum_of_two
    from distances
  )
  select row, ${farthestNutrient} as field, (${valueOfFarthest})::real as found
  from ranked
  where (${isFarAway} and not (${isDryForm})) or (${isServing})`

/** Flags the foods in `staged` that are unlike their peers and gives them their doubted confidence. */
export async function judgeByPeers(client: Client): Promise<number> {
  const { rowCount } = await client.query(`
    update staged set confidence = doubted_confidence,
      quality_flags = coalesce(quality_flags, '[]')
        || jsonb_build_array(jsonb_build_object('rule', '${unlikePeers.code}', 'field', field, 'found', found))
    from (${unlikePeersIn('staged', 'ctid')}) as doubted where staged.ctid = doubted.row`)
  return rowCount ?? 0
}

interface StoredFood extends ImportedFood {
  id: number
  scored_at: number
  source_line_hash: string | null
  record_hash: string | null
  is_whole_product: boolean | null
  product_key: string | null
}

/**
 * After the statistics have changed: stages the stored foods about which they now say something else, with their new
 * flags and confidence. Foods that this import contains are judged already.
 */
export async function judgeStoredFoods(client: Client): Promise<number> {
  const isFlagged = `quality_flags @> '[{"rule": "${unlikePeers.code}"}]'`
  // A table, because PostgreSQL expects few rows of the query and would compare each with every food.
  await client.query(`
    create temp table doubted on commit drop as ${unlikePeersIn('foods', 'id')};
    analyze doubted`)
  const { rows } = await client.query<{ food: StoredFood; field: Nutrient | null; found: number | null }>(`
    select to_jsonb(foods) || jsonb_build_object('details', food_details.details,
             'source_line_hash', foods.source_line_hash::text, 'record_hash', foods.record_hash::text,
             'product_key', foods.product_key::text) as food,
           doubted.field, doubted.found
      from foods
      left join doubted on doubted.row = foods.id
      left join food_details on food_details.food_id = foods.id
      where (doubted.row is not null) <> coalesce(${isFlagged}, false)
        and not exists (select from staged where staged.source = foods.source and staged.source_id = foods.source_id)`)
  const lines = rows.map(({ food, field, found }) => {
    const others = (food.quality_flags ?? []).filter(({ rule }) => rule !== unlikePeers.code)
    const doubt = field === null ? [] : [{ rule: unlikePeers.code, field, ...(found !== null && { found }) }]
    return stagedLine({ ...food, quality_flags: [...others, ...doubt] })
  })
  const columns = ['stored_food_id', 'was_shown', ...bookkeepingColumns, 'details', ...importedColumns]
  await copyInto(client, 'staged', columns, lines)
  return rows.filter(({ field }) => field !== null).length
}

function stagedLine(food: StoredFood): string {
  const now = food.scored_at ?? Math.floor(Date.now() / 1000)
  const details = food.details === null ? '\\N' : jsonb(food.details)
  const bookkeeping = bookkeepingColumns.map(column => food[column] ?? '\\N').join('\t')
  const stated_product_key = food.product_key === null ? null : BigInt(food.product_key)
  const judged = { ...food, stated_product_key, confidence: confidence(food, now) }
  return `${food.id}\ttrue\t${bookkeeping}\t${details}\t${copyLine(judged)}`
}

const median = (name: string) => `${name}_median`
const distance = (name: string) => `${name}_distance`

const statisticColumns = (name: string) =>
  [median(name), `${name}_spread`, `${name}_low`, `${name}_high`].map(
    (column, index) => `(nutrients->'${name}'->${index})::float8 as ${column}`,
  )

const macrosWeight = macros.map(({ name }) => name).join(' + ')
const weightWithFiber = `${macrosWeight} + coalesce(fiber_g, 0)`

/** In spreads; 0 for a value that a variety of the peers has. */
const distanceOf = (name: string) => `case
  when ${name} between ${name}_low and ${name}_high then 0
  else abs(${name} - ${median(name)}) / ${name}_spread end as ${distance(name)}`

const energyShare = (value: (name: string) => string, { name, kcalPerGram }: ComparedNutrient) => {
  const energy = macros.map(macro => `${macro.kcalPerGram} * ${value(macro.name)}`).join(' + ')
  return `${kcalPerGram} * ${value(name)} / greatest(${energy}, 1)`
}

const compositionDifference = `greatest(${macros
  .map(macro => `abs(${energyShare(name => name, macro)} - ${energyShare(median, macro)})`)
  .join(', ')})`

const sumOfFarthestTwo = `greatest(${names
  .flatMap((one, index) => names.slice(index + 1).map(other => `${distance(one)} + ${distance(other)}`))
  .join(', ')})`

const byFarthest = (result: (name: string) => string) =>
  `case farthest ${names.map(name => `when ${distance(name)} then ${result(name)}`).join(' ')} end`
const farthestNutrient = byFarthest(name => `'${name}'`)
const valueOfFarthest = byFarthest(name => name)

const isFarAway = `sum_of_two >= case when composition >= ${otherComposition}
      then ${minDistances.otherComposition.sum} else ${minDistances.sameComposition.sum} end
    and sum_of_two - farthest >= case when composition >= ${otherComposition}
      then ${minDistances.otherComposition.second} else ${minDistances.sameComposition.second} end`

const isServing = `weight_median >= ${servings.minWeightOfPeers}
    and weight_lightest >= ${servings.minLightest} * weight_median
    and weight_g > 1 and weight_g < ${servings.maxWeight} * weight_median
    and composition < ${servings.maxCompositionDifference}`

const isDryForm = `composition < ${dryForms.maxCompositionDifference} and calories_kcal > ${median('calories_kcal')}
  and (protein_g >= ${dryForms.pulses.minProtein} and ${macrosWeight} >= ${dryForms.pulses.minMacros}
    or ${median('calories_kcal')} < ${dryForms.powders.maxEnergyOfPeers} and ${macrosWeight} >= ${dryForms.powders.minMacros})`
