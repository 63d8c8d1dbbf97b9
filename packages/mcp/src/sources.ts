// Where foods come from and whom to credit.
import { sourceCredits } from './source-credits.ts'

const facts = new Map<string, { text: string; url: string | null; isMeasured: boolean }>(
  Object.entries(sourceCredits),
)

export interface Credit {
  text: string
  url: string | null
}

/** Deployments may name AI estimates differently, so every other source counts as one. */
export const isEstimate = (source: string): boolean => !facts.has(source)

export function creditOf(source: string): Credit {
  const { text, url } = facts.get(source) ?? {
    text: `AI estimate (${source}): not measured and not from a label`,
    url: null,
  }
  return { text, url }
}

/** Foods of these sources were analysed in a laboratory; they are generic unless they have a brand. */
export const isLaboratory = ({ source, brand }: { source: string; brand?: string | null }): boolean =>
  facts.get(source)?.isMeasured === true && (brand ?? null) === null

/** One line for all the sources of an answer. */
export function creditLine(sources: Iterable<string>): string {
  const lines = [...new Set(sources)].map(source => {
    const { text, url } = creditOf(source)
    return url === null ? text : `${text} (${url})`
  })
  return lines.length === 0 ? '' : `Source: ${lines.join('; ')}`
}
