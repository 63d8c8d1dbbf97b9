// Reads packs.json, the index of the packs that another Larder offers for download, and picks the pack to load.
import { countryName } from '../language/countries.ts'
import { DownloadFailed } from './resumable-download.ts'

export interface Pack {
  name: string
  /** In English; null: all countries. */
  country: string | null
  foods: number
  bytes: number
  sha256: string
  url: URL
}

export interface PackChoice {
  name?: string | undefined
  /** In English; empty: all countries. */
  countries: readonly string[]
  /** The smallest pack instead of the largest. */
  smallest: boolean
}

/** `address` is the URL of the index, to which the URLs of the packs may be relative. */
export function choosePack(index: unknown, address: URL, choice: PackChoice): Pack {
  const packs = readPacks(index, address)
  const found = packs
    .filter(pack => (choice.name === undefined ? isFor(pack, choice.countries) : pack.name === choice.name))
    .toSorted((one, other) => one.foods - other.foods)
  const pack = choice.smallest ? found[0] : found.at(-1)
  if (pack !== undefined) return pack
  const wanted =
    choice.name === undefined
      ? `no JSONL pack for ${choice.countries.join(', ') || 'all countries'}`
      : `no JSONL pack named ${choice.name}`
  const offered = packs.map(({ name, country }) => `${name} (${country ?? 'all countries'})`).join(', ')
  throw new DownloadFailed(
    'missing',
    `${address} has ${wanted}. ${offered === '' ? 'It offers none at all' : `It offers: ${offered}. Choose one with --pack`}`,
  )
}

const isFor = ({ country }: Pack, countries: readonly string[]) =>
  countries.length === 0 ? country === null : countries.length === 1 && country === countries[0]

function readPacks(index: unknown, address: URL): Pack[] {
  const entries = isObject(index) ? index['packs'] : undefined
  if (!Array.isArray(entries)) {
    throw new DownloadFailed(
      'missing',
      `${address} is not an index of packs: it has no member "packs". Check the address`,
    )
  }
  return entries.flatMap(entry => (isObject(entry) ? readPack(entry, address) : []))
}

/** Empty for packs in other formats, for deltas and for entries that lack something. */
function readPack(entry: Record<string, unknown>, address: URL): Pack[] {
  const { name, format, country, foods, bytes, sha256, url } = entry
  if (format !== 'jsonl' || typeof entry['delta_from'] === 'string') return []
  if (typeof name !== 'string' || typeof url !== 'string' || !URL.canParse(url, address.href)) return []
  if (typeof sha256 !== 'string' || !/^[\da-f]{64}$/i.test(sha256)) return []
  const resolved = new URL(url, address)
  if (!/^https?:$/.test(resolved.protocol)) return []
  return [
    {
      name,
      country: typeof country === 'string' ? countryName(country) : null,
      foods: typeof foods === 'number' ? foods : 0,
      bytes: typeof bytes === 'number' ? bytes : 0,
      sha256,
      url: resolved,
    },
  ]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
