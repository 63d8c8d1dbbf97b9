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
  },
}
const otherNames: Record<string, string> = {
  ...{ usa: 'US', 'united states of america': 'US', 'etats unis d amerique': 'US' },
  ...{ 'estados unidos de america': 'US', 'vereinigte staaten von amerika': 'US', eeuu: 'US' },
  ...{
    'verenigde staten van amerika': 'US',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'great britain': 'GB',
  },
  ...{
    'czech republic': 'CZ',
    'ivory coast': 'CI',
    macau: 'MO',
    burma: 'MM',
    swaziland: 'SZ',
    holland: 'NL',
  },
  ...{
    macedonia: 'MK',
    'republic of macedonia': 'MK',
    'east timor': 'TL',
    'the bahamas': 'BS',
    'the gambia': 'GM',
  },
  ...{ 'democratic republic of the congo': 'CD', 'republic of the congo': 'CG', 'state of palestine': 'PS' },
  ...{ 'palestinian territories': 'PS', 'la reunion': 'RE', 'virgin islands of the united states': 'VI' },
  ...{
    'saint barthelemy': 'BL',
    'collectivity of saint martin': 'MF',
    'federated states of micronesia': 'FM',
  },
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
