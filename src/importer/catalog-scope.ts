// Which products of Open Food Facts the catalog holds. Imports and syncs read it from the database and leave out all others,
// so that a catalog of one country stays one.
import { countryName } from '../language/countries.ts'
import type { SourceRecord } from '../sources/source-record.ts'

export interface CatalogScope {
  /** English names; empty: every country. */
  countries: readonly string[]
  /** Language codes; empty: every language. */
  languages: readonly string[]
  /** Only products that somebody has scanned. */
  onlyScanned: boolean
}

export const wholeWorld: CatalogScope = { countries: [], languages: [], onlyScanned: false }

const soldEverywhere = 'World'

/** A product that states no country is in every country, and one that states no language in every language. */
export function isInScope(
  { source, popularity, details }: Pick<SourceRecord, 'source' | 'popularity' | 'details'>,
  scope: CatalogScope,
): boolean {
  if (source !== 'off') return true
  if (scope.onlyScanned && popularity === 0) return false
  return (
    isSoldIn(details?.countries ?? [], scope.countries) &&
    hasName(Object.keys(details?.names ?? {}), scope.languages)
  )
}

function isSoldIn(stated: readonly string[], countries: CatalogScope['countries']): boolean {
  if (countries.length === 0) return true
  const known = stated.map(countryName).filter(country => country !== null)
  return (
    known.length === 0 || known.some(country => country === soldEverywhere || countries.includes(country))
  )
}

function hasName(stated: string[], languages: CatalogScope['languages']): boolean {
  return (
    languages.length === 0 || stated.length === 0 || stated.some(language => languages.includes(language))
  )
}

/** Equal for equal scopes. */
export function scopeKey({ countries, languages, onlyScanned }: CatalogScope): string {
  return JSON.stringify([countries.toSorted(), languages.toSorted(), onlyScanned])
}

export function describeScope({ countries, languages, onlyScanned }: CatalogScope): string {
  const place = countries.length === 0 ? 'all countries' : countries.join(', ')
  const names = languages.length === 0 ? '' : ` with a name in ${languages.join(', ')}`
  return `${onlyScanned ? 'products that people have scanned' : 'products'} sold in ${place}${names}`
}
