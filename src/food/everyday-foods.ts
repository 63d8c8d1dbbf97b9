// The everyday foods of data/everyday-foods: the names people say, and how such a food is shown whichever table its values are from.
// data/everyday-foods/README.md describes the columns.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { categoryTrail, categoryWithDescendants } from './categories.ts'
import type { Portion } from './food-details.ts'
import { isIllustration } from './illustrations.ts'
import { parsePortion } from './portions.ts'

export const everydayLanguages = ['en', 'de', 'fr', 'es', 'pl'] as const
type EverydayLanguage = (typeof everydayLanguages)[number]

/** An editor's estimate of how a food compares with the scans of products: no number of people. */
const popularityByFrequency = { daily: 20_000, weekly: 5_000, monthly: 1_000, rarely: 100 }

export interface EverydayFood {
  /** Never changes: it identifies the food in the catalog. */
  id: string
  /** The name that is shown, then others that people type. */
  names: Record<EverydayLanguage, readonly string[]>
  state: string
  /** `source:source_id`, in the order of preference. */
  records: readonly string[]
  /** The usual one first. */
  portions: readonly Portion[]
  category: string
  /** An emoji, or a drawing of the website: its shape and color. */
  picture: string
  /** An estimate, stored as `everyday_popularity`. */
  popularity: number
}

const folder = new URL('../../data/everyday-foods/', import.meta.url)

export const everydayFoods: readonly EverydayFood[] = readdirSync(folder)
  .filter(name => name.endsWith('.tsv'))
  .sort()
  .flatMap(name => readTable(readFileSync(new URL(name, folder), 'utf8')))

/** Their values, for a catalog without a food composition table: one file per source, in Larder's JSONL format. */
export const everydayRecordFiles: readonly { source: string; file: string }[] = readdirSync(folder)
  .filter(name => name.endsWith('.jsonl'))
  .sort()
  .map(name => ({ source: name.replace('.jsonl', ''), file: fileURLToPath(new URL(name, folder)) }))

function readTable(text: string): EverydayFood[] {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const columns = header.split('\t')
  return lines.map(line => {
    const cells = line.split('\t')
    const cell = (column: string) => cells[columns.indexOf(column)] ?? ''
    const names = (language: EverydayLanguage) => cell(language).split('; ')
    return {
      id: cell('id'),
      names: { en: names('en'), de: names('de'), fr: names('fr'), es: names('es'), pl: names('pl') },
      state: cell('state'),
      records: cell('records').split(' '),
      portions: cell('portions').split('; ').map(parsePortion),
      category: cell('category'),
      picture: cell('picture'),
      popularity: popularityByFrequency[cell('eaten') as keyof typeof popularityByFrequency],
    }
  })
}

const byRecord = new Map(everydayFoods.flatMap(food => food.records.map(record => [record, food] as const)))

const tables = new Set([...byRecord.keys()].map(record => record.slice(0, record.indexOf(':'))))

/** Null for most foods: of a dump of products, no record is looked up. */
export const everydayFoodOf = (source: string, sourceId: string): EverydayFood | null =>
  tables.has(source) ? (byRecord.get(`${source}:${sourceId}`) ?? null) : null

const byShownName = new Map(everydayFoods.map(food => [food.names.en[0], food]))

/** The everyday food that a food of the catalog is shown as. */
export const everydayFoodShownAs = (food: {
  name: string
  image_url: string | null
}): EverydayFood | undefined => (isIllustration(food.image_url) ? byShownName.get(food.name) : undefined)

const maxLike = 16
/** Fewer are completed by foods of the categories next to theirs. */
const minLike = 4

export interface LikeFood {
  food: EverydayFood
  /** Of two foods, the one with the smaller number is more like it; equal ones differ only in their values. */
  rank: number
}

const likeByFood = new Map<EverydayFood, LikeFood[]>()

/**
 * Foods of the same kind that people know, such as an apple for a banana: of the same category, in the same state, those that are
 * eaten most, and of each other kind only one, so that a banana is not followed by five varieties of apples.
 */
export function everydayFoodsLike(food: EverydayFood): LikeFood[] {
  const known = likeByFood.get(food)
  if (known) return known
  const found = findLike(food)
  likeByFood.set(food, found)
  return found
}

function findLike(food: EverydayFood): LikeFood[] {
  const own = likeIn(food, food.category)
  const parent = categoryTrail(food.category).at(-2)
  return (own.length >= minLike || parent === undefined ? own : likeIn(food, parent)).slice(0, maxLike)
}

const frequencies = Object.values(popularityByFrequency)

function likeIn(food: EverydayFood, category: string): LikeFood[] {
  const near = new Set(categoryWithDescendants(category))
  const own = new Set(categoryWithDescendants(food.category))
  const kinds = new Set<string>()
  return everydayFoods
    .filter(each => each !== food && near.has(each.category))
    .map(each => ({
      food: each,
      rank:
        16 * Number(each.state !== food.state) +
        3 * Number(!own.has(each.category)) +
        2 * frequencies.indexOf(each.popularity) +
        Number(kindOf(each) === kindOf(food)),
    }))
    .toSorted((one, other) => one.rank - other.rank)
    .filter(({ food: each }) => {
      const kind = kindOf(each)
      const isRepeated = kinds.has(kind)
      if (kind !== kindOf(food)) kinds.add(kind)
      return !isRepeated
    })
}

/** `apple` of `apple-granny-smith`. */
const kindOf = ({ id }: EverydayFood): string => id.replace(/-.*/, '')
