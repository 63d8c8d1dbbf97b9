// Whom a response, a page or a file credits: the sources of the foods in it (rule data-credit).
import { type SourceId, sourceFacts, sourceIds } from './sources.ts'

/** Each source once, in the order of the table. */
export function creditedSources(sources: Iterable<SourceId>): SourceId[] {
  const credited = new Set(sources)
  return sourceIds.filter(id => credited.has(id))
}

export const sourcesOf = (foods: readonly { source: SourceId }[]): Set<SourceId> =>
  new Set(foods.map(({ source }) => source))

type CreditHeaders = Readonly<Record<string, string>>

/** Cached responses share them. */
const headersBySources = new Map<string, CreditHeaders>()

/** None if there are no foods. */
export function creditHeaders(sources: Iterable<SourceId>): CreditHeaders {
  const credited = creditedSources(sources)
  const key = credited.join()
  const headers = headersBySources.get(key) ?? writeHeaders(credited)
  headersBySources.set(key, headers)
  return headers
}

function writeHeaders(sources: SourceId[]): CreditHeaders {
  const facts = sources.map(source => sourceFacts[source])
  const links = facts.flatMap(({ licence }) => (licence === null ? [] : `<${licence.url}>; rel="license"`))
  const credits = facts.map(({ label, licence }) =>
    licence === null ? label : `${label} (${licence.shortName})`,
  )
  return {
    ...(links.length > 0 && { Link: [...new Set(links)].join(', ') }),
    ...(credits.length > 0 && { 'X-Attribution': inAscii(credits.join(', ')) }),
  }
}

/** Programs disagree about the encoding of other characters in headers. */
const inAscii = (text: string): string => text.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '')
