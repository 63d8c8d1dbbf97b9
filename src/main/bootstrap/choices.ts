// What to load: the options of `larder bootstrap`, or the answers to its questions, as the scope of the catalog.
import { type CatalogScope, wholeWorld } from '../../importer/catalog-scope.ts'
import { countryName } from '../../language/countries.ts'
import { usageError } from '../commands/errors.ts'

export const sizes = ['small', 'medium', 'full'] as const
export type Size = (typeof sizes)[number]

export interface ScopeChoices {
  /** ISO codes, comma-separated; `all` or empty: every country. */
  country?: string | undefined
  /** Language codes, comma-separated; `all` or empty: every language. */
  languages?: string | undefined
  size?: Size | undefined
}

export function scopeFrom({ country = '', languages = '', size }: ScopeChoices): CatalogScope {
  const scope = {
    countries: countryCodes(country).map(code => countryName(code) ?? code),
    languages: languageCodes(languages),
  }
  const isNarrow = scope.countries.length > 0 || scope.languages.length > 0
  if (size === 'full' && isNarrow) {
    throw usageError(
      '--size full loads every product, so it cannot be combined with --country and --languages. Leave it out, or use --size medium',
    )
  }
  if (size === 'medium' && !isNarrow)
    throw usageError('--size medium needs --country or --languages. For all products: --size full')
  return { ...wholeWorld, ...scope, onlyScanned: size === 'small' }
}

const entries = (list: string) =>
  list
    .toLowerCase()
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '' && entry !== 'all')

/** Lower-case ISO 3166 codes. */
function countryCodes(list: string): string[] {
  const codes = entries(list)
  const unknown = codes.find(code => !/^[a-z]{2}$/.test(code) || countryName(code) === null)
  if (unknown === undefined) return codes
  throw usageError(`"${unknown}" is not a country. Use ISO codes of two letters, such as de or de,at,ch`)
}

function languageCodes(list: string): string[] {
  const codes = entries(list)
  const unknown = codes.find(code => !/^[a-z]{2}$/.test(code))
  if (unknown === undefined) return codes
  throw usageError(`"${unknown}" is not a language. Use codes of two letters, such as de or de,en`)
}
