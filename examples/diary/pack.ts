// Foods on the device: a JSONL pack of the server, stored in IndexedDB and searched word by word.
import { type Nutrients, nutrientNames } from '@larder/client'

export interface PackFood extends Partial<Nutrients> {
  name: string
  brand: string | null
  barcode: string | null
  serving_size_g: number | null
  serving_desc: string | null
}

interface StoredFood extends PackFood {
  /** The position in the pack; more popular foods come first. */
  rank: number
  words: string[]
}

interface Pack {
  format: string
  fields: string
  foods: number
  url: string
  attribution: string
  delta_from?: string
}

const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** A barcode without its leading zeros, by which scanners and labels differ. */
const barcodeKey = (barcode: string) =>
  barcode.replace(/\D/g, '').replace(/^0+/, '')

const finished = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('foods', 1)
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore('foods', { keyPath: 'rank' })
    store.createIndex('words', 'words', { multiEntry: true })
    store.createIndex('barcode', 'barcode')
  }
  return (await finished(opening))
    .transaction('foods', mode)
    .objectStore('foods')
}

/** Replaces the foods on the device by the smallest complete pack that the server offers. */
export async function downloadPack(
  packsUrl: string,
  onProgress: (foods: number, all: number) => void,
) {
  const { packs } = (await (await fetch(packsUrl)).json()) as { packs: Pack[] }
  const [pack] = packs
    .filter(
      ({ format, delta_from }) =>
        format === 'jsonl' && delta_from === undefined,
    )
    .sort((one, other) => one.foods - other.foods)
  if (pack === undefined) throw new Error('The server offers no JSONL pack.')
  const { body } = await fetch(new URL(pack.url, packsUrl))
  if (body === null) throw new Error('The pack is empty.')
  await finished((await openStore('readwrite')).clear())
  let rank = 0
  for await (const lines of linesOf(
    body.pipeThrough(new DecompressionStream('gzip')),
  )) {
    const store = await openStore('readwrite')
    for (const line of lines) store.put(stored(JSON.parse(line), ++rank))
    await new Promise((resolve, reject) => {
      store.transaction.oncomplete = resolve
      store.transaction.onabort = () => reject(store.transaction.error)
    })
    onProgress(rank, pack.foods)
  }
  return { foods: rank, attribution: pack.attribution }
}

async function* linesOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string[]> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  let rest = ''
  for (
    let { done, value } = await reader.read();
    !done;
    { done, value } = await reader.read()
  ) {
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

/** JSONL packs leave out what is unknown. */
function stored(
  food: Partial<PackFood> & { name: string },
  rank: number,
): StoredFood {
  const {
    name,
    brand = null,
    barcode = null,
    serving_size_g = null,
    serving_desc = null,
  } = food
  const nutrients = Object.fromEntries(
    nutrientNames.map(nutrient => [nutrient, food[nutrient] ?? null]),
  )
  const words = normalize(`${name} ${brand ?? ''}`)
  return {
    ...nutrients,
    name,
    brand,
    barcode: barcode && barcodeKey(barcode),
    serving_size_g,
    serving_desc,
    rank,
    words,
  }
}

/** The most popular foods with all of the words; the last one may be unfinished. */
export async function searchPack(
  query: string,
  limit = 10,
): Promise<PackFood[]> {
  const words = normalize(query)
  const last = words.pop()
  if (last === undefined) return []
  const index = (await openStore('readonly')).index('words')
  const starting: StoredFood[] = await finished(
    index.getAll(IDBKeyRange.bound(last, `${last}\uffff`)),
  )
  const matching = starting.filter(food =>
    words.every(word => food.words.includes(word)),
  )
  const distinct = new Map(matching.map(food => [food.rank, food]))
  return [...distinct.values()]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
}

export async function packBarcode(barcode: string): Promise<PackFood | null> {
  const food = await finished(
    (await openStore('readonly')).index('barcode').get(barcodeKey(barcode)),
  )
  return food ?? null
}

export const packSize = async (): Promise<number> =>
  finished((await openStore('readonly')).count())
