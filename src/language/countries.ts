// English names of countries, found by a tag (`en:france`), an ISO code, or a name in one of several languages.
import { memoize } from './memoize.ts'

/** Labels and contributors write country names in these languages most often. */
const languages = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl']

// Where the Unicode names are longer than the usual ones, or have changed.
const englishNames: Record<string, string> = {
  ...{
    CD: 'DR Congo',
    CG: 'Congo',
    HK: 'Hong Kong',
    MM: 'Myanmar',
    MO: 'Macao',
    PS: 'Palestine',
    TR: 'Turkey',
    // The code of the DR Congo until 1997.
    ZR: 'DR Congo',
  },
}
/** Names in the taxonomy of Open Food Facts that are no Unicode names. */
const offNames: Record<string, string> = {
  ...{
    AQ: 'antarctic',
    BS: 'the bahamas',
    CD: 'democratic republic of the congo',
    CG: 'republic of the congo',
  },
  ...{ CZ: 'czech republic', FM: 'federated states of micronesia', MO: 'macau', PN: 'pitcairn' },
  ...{ GS: 'south georgia and the south sandwich islands', HM: 'heard island and mcdonald islands' },
  ...{ PS: 'state of palestine', SZ: 'swaziland', TF: 'french southern and antarctic lands' },
  ...{ UM: 'united states minor outlying islands', VC: 'saint vincent and the grenadines' },
  ...{ VI: 'virgin islands of the united states' },
}

const otherNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(offNames).map(([code, name]) => [name, code])),
  ...{ usa: 'US', 'united states of america': 'US', 'etats unis d amerique': 'US' },
  ...{ 'estados unidos de america': 'US', 'vereinigte staaten von amerika': 'US', eeuu: 'US' },
  ...{
    'verenigde staten van amerika': 'US',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'great britain': 'GB',
  },
  ...{ 'ivory coast': 'CI', burma: 'MM', holland: 'NL', 'the gambia': 'GM', 'east timor': 'TL' },
  ...{ macedonia: 'MK', 'republic of macedonia': 'MK', 'palestinian territories': 'PS', 'la reunion': 'RE' },
  ...{ 'saint barthelemy': 'BL', 'collectivity of saint martin': 'MF' },
}

// ISO 3166 reserves these for groups and for private use.
const notCountries = new Set(['EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const world = 'World'

/** By normalized name or lower-case ISO code. */
const names = new Map<string, string>([[normalizeCountry(world), world]])
for (const language of languages) {
  const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  for (const code of regionCodes()) {
    const name = regions.of(code)
    if (name === undefined || notCountries.has(code)) continue
    const english = names.get(code.toLowerCase()) ?? englishNames[code] ?? name
    names.set(code.toLowerCase(), english)
    for (const spelling of [english, name]) {
      const normalized = normalizeCountry(spelling)
      if (!names.has(normalized)) names.set(normalized, english)
    }
  }
}
for (const [name, code] of Object.entries(otherNames)) {
  const english = names.get(code.toLowerCase())
  if (english !== undefined) names.set(name, english)
}

/** Null for anything but a country, the European Union or the world. */
export const countryName = memoize((written): string | null => {
  const name = written.replace(/^[a-z]{2}:/, '')
  // McDonald's and others add the language of the country's website: `Finland - Suomi`.
  const [country = ''] = name.split(' - ')
  return names.get(country) ?? names.get(normalizeCountry(country)) ?? null
})

/** By the English names of `countryName`: the codes that `Intl.DisplayNames` knows. */
export const regionCodeByName: ReadonlyMap<string, string> = new Map([
  [world, '001'],
  // A country may have had several codes; the first is the one of today.
  ...regionCodes()
    .toReversed()
    .flatMap(code => {
      const name = names.get(code.toLowerCase())
      return name === undefined ? [] : [[name, code] as const]
    }),
])

/** The tags of Open Food Facts, by the English names of `countryName`. */
export function offCountryTags(): { name: string; tag: string }[] {
  const english = new Set(names.values())
  const offNameOf = new Map(
    Object.entries(offNames).map(([code, name]) => [names.get(code.toLowerCase()), name]),
  )
  return [...english].map(name => ({
    name,
    tag: `en:${(offNameOf.get(name) ?? normalizeCountry(name)).replaceAll(' ', '-')}`,
  }))
}

function normalizeCountry(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .replace(/\bst\./g, 'saint')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

function regionCodes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  return letters.flatMap(first => letters.map(second => first + second))
}
