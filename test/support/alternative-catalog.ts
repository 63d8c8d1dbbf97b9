// The catalog of the alternative server: a few hundred made-up foods and a plain search over them.

export interface Food {
  id: number
  name: string
  barcode: string | null
  category: string
  calories_kcal: number | null
  protein_g: number | null
  image_url: string | null
  source: string
  confidence: number
}

const kinds = ['Cheese', 'Yoghurt', 'Sausage', 'Biscuits', 'Lemonade']
const categoryOf: Record<string, string> = {
  Cheese: 'Cheese',
  Yoghurt: 'Dairy',
  Sausage: 'Meats',
  Biscuits: 'Snacks',
  Lemonade: 'Beverages',
}
const beginnings = [
  'Bram',
  'Cald',
  'Dorn',
  'Elm',
  'Fern',
  'Garl',
  'Holm',
  'Ivor',
  'Kelt',
  'Lund',
  'Marl',
  'Nort',
]
const endings = ['bridge', 'chester', 'gate', 'minster', 'wick', 'stead']

/** Sorted by confidence, the only ranking criterion of this server. */
export function alternativeFoods(sources: { aiEstimate: string; government: string }): Food[] {
  const places = beginnings.flatMap(beginning => endings.map(ending => beginning + ending))
  const distinctNames = places.flatMap((place, index) => [
    `${place} ${kinds[index % kinds.length]}`,
    `${kinds[(index + 1) % kinds.length]} from the hills of ${place.slice(0, 4)}${index}`,
  ])
  // A complete food and a sparse one share a name, so that the order of data shows.
  const names = [...distinctNames, ...distinctNames.slice(6, 7)]
  return names.map((name, index) => {
    const kind = kinds.find(each => name.includes(each)) ?? ''
    const bySource = ['off', 'off', 'community', sources.aiEstimate, sources.government]
    return {
      id: 5000 + 3 * index,
      name,
      // UPC-A with 12 digits, as printed.
      barcode:
        index % 3 === 0 ? null : String(index % 3 === 1 ? 400000000000 + index : 4000000000000 + index),
      category: categoryOf[kind] ?? '',
      calories_kcal: index % 7 === 0 ? null : 40 + index,
      protein_g: index % 5 === 0 ? null : index / 10,
      image_url: index % 4 === 0 ? null : `https://images.example/${index}.jpg`,
      source: bySource[index % bySource.length] ?? 'off',
      confidence: 1 - index / names.length,
    }
  })
}

/** All words, or a name similar enough by PostgreSQL's trigrams. */
export function matches({ name }: Food, query: string): boolean {
  const own = wordsOf(name)
  const all = wordsOf(query).every(word => own.includes(word))
  const [a, b] = [trigramsOf(query), trigramsOf(name)]
  const common = [...a].filter(trigram => b.has(trigram)).length
  return (all && wordsOf(query).length > 0) || common / (a.size + b.size - common) >= 0.3
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

function trigramsOf(text: string): Set<string> {
  const trigrams = wordsOf(text).flatMap(word => {
    const padded = `  ${word} `
    return Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3))
  })
  return new Set(trigrams)
}
