import { type Inspection, inspect } from '../../catalog/inspect.ts'
import type { FoodDetails } from '../../food/food-details.ts'
import { micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'
import { rulesOfSource, type SourceRules } from '../../importer/source-rules.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { CliError } from './errors.ts'
import { table } from './output.ts'

export async function inspectCommand(asked: string, options: { json: boolean }): Promise<void> {
  const { found, rules } = await withConnection(loadConfig().DATABASE_URL, async client => {
    const found = await inspect(client, asked)
    const source = found.record?.source ?? found.excluded_records[0]?.source
    return { found, rules: source === undefined ? null : await rulesOfSource(client, source) }
  })
  if (rules === null) {
    throw new CliError(`no food and no record ${asked}: neither a barcode, nor an id, nor an id of a source`)
  }
  console.log(
    options.json
      ? JSON.stringify({ ...found, rules }, null, 2)
      : [...rendered(found), '', rulesLine(rules)].join('\n'),
  )
}

function rendered(inspection: Inspection): string[] {
  const { food, record, changes, confidence, superseded_records, partial_records, excluded_records } =
    inspection
  const lines = excluded_records.map(
    ({ source, source_id, reason, what }) =>
      `The record ${source_id} of ${source} is excluded (${reason}): ${what}.`,
  )
  if (food === null || record === null) return lines
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    `${food.name}${food.brand === null ? '' : ` (${food.brand})`}`,
    `  id ${food.id}, barcode ${food.barcode ?? 'unknown'}, category ${food.category ?? 'unknown'}`,
    `  serving ${food.serving_desc ?? 'unknown'}${food.serving_size_g === null ? '' : ` = ${food.serving_size_g} g`}`,
    `  record ${record.source_id} of ${record.source}, last changed ${record.source_modified_at ?? 'at an unknown time'}, popularity ${record.popularity}`,
    ...partial_records.map(
      ({ value_groups, source_modified_at }) =>
        `  ${value_groups.join(', ')} from its record of ${dayOf(source_modified_at)}`,
    ),
    ...superseded_records.map(
      ({ source, source_id, barcode, confidence: value, reason, what }) =>
        `  supersedes record ${source_id} of ${source}, barcode ${barcode ?? 'unknown'}, confidence ${value} (${reason}): ${what}`,
    ),
    '',
    'Per 100 g',
    ...indented(
      table(
        ['', ''],
        nutrientsInLabelOrder.map(nutrient => {
          const { name, unit } = nutrientTable[nutrient]
          return [name, food[nutrient] === null ? 'unknown' : `${food[nutrient]} ${unit}`]
        }),
      ).trimStart(),
    ),
    ...renderedDetails(inspection.details ?? {}),
    '',
    changes.length === 0 ? 'No data quality notes.' : 'Data quality notes',
    ...(changes.length === 0
      ? []
      : indented(
          table(
            ['FIELD', 'FOUND', 'RULE', 'NOTE'],
            changes.map(({ field, found, rule, what }) => [field, truncated(found), rule, what]),
          ),
        )),
    '',
    `Confidence ${food.confidence}`,
    ...confidence.map(reason => `  ${reason}`),
  ]
}

const dayOf = (seconds: number | null) =>
  seconds === null ? 'an unknown day' : new Date(seconds * 1000).toISOString().slice(0, 10)

function renderedDetails(details: FoodDetails): string[] {
  const lines = micronutrients.flatMap((micronutrient): string[][] => {
    const { name, unit } = micronutrientTable[micronutrient]
    const amount = details.micronutrients?.[micronutrient]
    return amount === undefined ? [] : [[name, `${amount} ${unit}`]]
  })
  const facts: [string, string | undefined][] = [
    ...Object.entries(details.names ?? {}).map(([language, name]): [string, string] => [
      `name in ${language}`,
      name,
    ]),
    ...(details.portions ?? []).map(({ description, grams }): [string, string] => [
      description,
      `${grams} g`,
    ]),
    ['language', details.language],
    ['package', details.package_quantity],
    ['ingredients', details.ingredients],
    ['allergens', details.allergens?.join(', ')],
    ['traces', details.traces?.join(', ')],
    ['labels', details.labels?.join(', ')],
    ['Nutri-Score', details.nutri_score?.toUpperCase()],
    ['NOVA group', details.nova_group?.toString()],
    ['countries', details.countries?.join(', ')],
  ]
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const section = (title: string, rows: string[][]) =>
    rows.length === 0 ? [] : ['', title, ...indented(table(['', ''], rows).trimStart())]
  return [...section('Vitamins and minerals per 100 g', lines), ...section('Details', known)]
}

function rulesLine({ source, catalog, program }: SourceRules): string {
  const stored = catalog ?? 'unknown or not the same for all foods'
  return catalog === program
    ? `Rules fingerprint of source ${source}: ${stored}, the same as in this program.`
    : `Rules fingerprint of source ${source}: ${stored}; in this program: ${program}. The next import reprocesses all lines.`
}

const maxFoundLength = 40

function truncated(found: string | number | null): string {
  const text = String(found ?? '')
  return text.length > maxFoundLength ? `${text.slice(0, maxFoundLength)}…` : text
}

const indented = (text: string) => text.split('\n').map(line => `  ${line}`)
