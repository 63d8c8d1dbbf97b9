// The everyday foods of data/everyday-foods: the names people say, and how such a food is shown whichever table its values are from.
// data/everyday-foods/README.md describes the columns.
import { readdirSync, readFileSync } from 'node:fs'
import type { Portion } from './food-details.ts'
import { parsePortion } from './portions.ts'

export const everydayLanguages = ['en', 'de', 'fr', 'es', 'pl'] as const
type EverydayLanguage = (typeof everydayLanguages)[number]

/** How many people look a food up that is eaten this often, in the unit in which Open Food Facts counts scans. */
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
  /** An emoji. */
  picture: string
  popularity: number
}

const folder = new URL('../../data/everyday-foods/', import.meta.url)

export const everydayFoods: readonly EverydayFood[] = readdirSync(folder)
  .filter(name => name.endsWith('.tsv'))
  .sort()
  .flatMap(name => readTable(readFileSync(new URL(name, folder), 'utf8')))

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
