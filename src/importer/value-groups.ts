// Which record of a product each group of values comes from (rule best-values). A group is taken whole, so that values which belong
// together come from one label.
import { categoryOfName } from '../food/category-classifier.ts'
import type { FoodDetails } from '../food/food-details.ts'
import { nutrients } from '../food/nutrients.ts'
import { categoryFromName, type QualityFlag } from '../quality/candidate-food.ts'
import { effectOf } from '../quality/plausibility.ts'
import type { ImportedFood } from './copy-line.ts'
import { digestOf, toBigint } from './digest.ts'

/** One of several records of a product, normalized and checked by itself. */
export interface PartialRecord extends ImportedFood {
  is_whole_product: boolean | null
}

interface ValueGroup {
  fields: readonly (keyof ImportedFood)[]
  details: readonly (keyof FoodDetails)[]
  /** How much the record says: at 0 nothing; records that say more come first. */
  level: (record: PartialRecord) => number
}

const isKnown = (value: unknown) => value !== null && value !== undefined

const hasUsableValues = (record: PartialRecord) =>
  record.calories_kcal !== null &&
  [record.protein_g, record.fat_g, record.carbs_g].filter(isKnown).length >= 2

const hasServing = ({ serving_desc, serving_size_g, details }: PartialRecord) =>
  [serving_desc, serving_size_g, details?.portions, details?.micronutrients, details?.nutri_score].some(
    isKnown,
  )

const isTagged = ({ category, quality_flags }: PartialRecord) =>
  category !== null && !quality_flags.some(({ rule }) => rule === categoryFromName)

const groupOfField = (field: 'brand' | 'alternate_id'): ValueGroup => ({
  fields: [field],
  details: [],
  level: record => Number(isKnown(record[field])),
})

const groupOfDetail = (detail: keyof FoodDetails): ValueGroup => ({
  fields: [],
  details: [detail],
  level: ({ details }) => Number(isKnown(details?.[detail])),
})

export const valueGroups = {
  names: {
    fields: ['name', 'barcode', 'stated_product_key'],
    details: ['language', 'names', 'source_name'],
    level: () => 1,
  },
  nutrition: {
    fields: [...nutrients, 'alcohol_g', 'polyols_g', 'serving_size_g', 'serving_desc', 'source_modified_at'],
    details: ['micronutrients', 'portions', 'nutri_score'],
    level: record =>
      hasUsableValues(record)
        ? 3
        : nutrients.some(nutrient => record[nutrient] !== null)
          ? 2
          : Number(hasServing(record)),
  },
  category: { fields: ['category'], details: [], level: record => Number(isTagged(record)) },
  picture: {
    fields: ['image_url', 'image_thumb_url'],
    details: [],
    level: ({ image_url }) => Number(image_url !== null),
  },
  ingredients: {
    fields: [],
    details: ['ingredients', 'allergens', 'traces', 'nova_group'],
    level: ({ details }) =>
      Number([details?.ingredients, details?.allergens, details?.traces, details?.nova_group].some(isKnown)),
  },
  scans: { fields: ['popularity'], details: [], level: ({ popularity }) => Number(popularity > 0) },
  brand: groupOfField('brand'),
  alternate_id: groupOfField('alternate_id'),
  countries: groupOfDetail('countries'),
  labels: groupOfDetail('labels'),
  package_quantity: groupOfDetail('package_quantity'),
} as const satisfies Record<string, ValueGroup>

export type GroupName = keyof typeof valueGroups
const groups: Record<GroupName, ValueGroup> = valueGroups
const groupNames = Object.keys(valueGroups) as GroupName[]

/** Null for a group that no record states. */
export type GroupChoices<Part extends PartialRecord> = Record<GroupName, Part | null>

/** A record of the whole product replaces all older ones: what it lacks was deleted at the source. */
export function chooseGroups<Part extends PartialRecord>(records: readonly Part[]): GroupChoices<Part> {
  const replacedBefore = modifiedAt(newestWholeOf(records))
  const current = records.filter(record => modifiedAt(record) >= replacedBefore)
  const choices = {} as GroupChoices<Part>
  for (const name of groupNames) {
    const stating = current.filter(record => groups[name].level(record) > 0)
    choices[name] = stating.toSorted((one, other) => compare(name, one, other))[0] ?? null
  }
  return choices
}

const modifiedAt = (record: PartialRecord | undefined) =>
  record?.source_modified_at ?? Number.NEGATIVE_INFINITY

const newestWholeOf = <Part extends PartialRecord>(records: readonly Part[]): Part | undefined =>
  records
    .filter(record => record.is_whole_product)
    .toSorted((one, other) => difference(modifiedAt(other), modifiedAt(one)))[0]

/** The first is preferred: it says more, is newer, has more values, or has the smaller digest of its values. */
function compare(name: GroupName, one: PartialRecord, other: PartialRecord): number {
  const { level } = groups[name]
  return (
    level(other) - level(one) ||
    difference(modifiedAt(other), modifiedAt(one)) ||
    countOf(name, other) - countOf(name, one) ||
    difference(digestOfGroup(name, one), digestOfGroup(name, other))
  )
}

// Two infinities are equal, but their difference is not a number.
const difference = <T extends number | bigint>(one: T, other: T) => (one < other ? -1 : Number(one > other))

function valuesOf(name: GroupName, record: PartialRecord): unknown[] {
  const { fields, details: members } = groups[name]
  return [...fields.map(field => record[field]), ...members.map(member => record.details?.[member])]
}

/** Names, allergens and nutrients count one by one; of scans, the greater number counts. */
function countOf(name: GroupName, record: PartialRecord): number {
  if (name === 'scans') return record.popularity
  const count = (value: unknown): number =>
    isKnown(value) ? (typeof value === 'object' ? Object.keys(value).length : 1) : 0
  return valuesOf(name, record).reduce<number>((sum, value) => sum + count(value), 0)
}

const digestOfGroup = (name: GroupName, record: PartialRecord): bigint =>
  toBigint(
    digestOf(
      'md5',
      JSON.stringify(valuesOf(name, record), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    ),
  )

/**
 * The records to keep, with the groups that come from each: those that have been chosen, and the newest whole one, which decides what
 * an older record can add.
 */
export function partsOf<Part extends PartialRecord>(
  choices: GroupChoices<Part>,
  records: readonly Part[],
): Map<Part, GroupName[]> {
  const parts = new Map<Part, GroupName[]>()
  for (const name of groupNames) {
    const chosen = choices[name]
    if (chosen === null) continue
    const equal = [...parts.keys()].find(part => isEqual(name, part, chosen))
    if (equal === undefined) parts.set(chosen, [name])
    else parts.get(equal)?.push(name)
  }
  const newestWhole = newestWholeOf(records)
  if (newestWhole !== undefined && !parts.has(newestWhole)) parts.set(newestWhole, [])
  return parts
}

const isEqual = (name: GroupName, one: PartialRecord, other: PartialRecord) =>
  one === other ||
  (modifiedAt(one) === modifiedAt(other) && digestOfGroup(name, one) === digestOfGroup(name, other))

/** The record that the chosen groups make, with the flags of their fields. Flags of doubts are left out: they are about other values. */
export function combineGroups(choices: GroupChoices<PartialRecord>): ImportedFood {
  const { names } = choices
  if (names === null) throw new Error('every record has a name')
  const combined: ImportedFood = { ...names, details: null }
  const details: FoodDetails = {}
  const flags: QualityFlag[] = []
  for (const name of groupNames) {
    const { fields, details: members } = groups[name]
    const chosen = choices[name]
    for (const field of fields) setField(combined, field, chosen)
    for (const member of members) {
      const value = chosen?.details?.[member]
      if (value !== undefined) Object.assign(details, { [member]: value })
    }
    if (chosen !== null)
      flags.push(
        ...chosen.quality_flags.filter(
          flag => fields.includes(flag.field as keyof ImportedFood) && effectOf(flag) !== 'suspect',
        ),
      )
  }
  if (choices.category === null) {
    combined.category =
      choices.nutrition === names && !isTagged(names)
        ? names.category
        : categoryOfName(combined.name, combined)
    if (combined.category !== null) flags.push({ rule: categoryFromName, field: 'category' })
  }
  if (choices.nutrition === null) combined.source_modified_at = names.source_modified_at
  combined.quality_flags = flags
  combined.details = Object.keys(details).some(member => member !== 'language') ? details : null
  return combined
}

const emptyFields: Partial<Record<keyof ImportedFood, unknown>> = { popularity: 0 }

function setField(food: ImportedFood, field: keyof ImportedFood, from: ImportedFood | null): void {
  Object.assign(food, { [field]: from === null ? (emptyFields[field] ?? null) : from[field] })
}
