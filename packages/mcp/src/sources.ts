// Where foods come from and whom to credit. A test compares this table with the one in Larder.

export interface Credit {
  text: string
  url: string | null
}

const credits: Record<string, Credit> = {
  off: { text: 'Open Food Facts contributors, ODbL 1.0', url: 'https://openfoodfacts.org' },
  usda: { text: 'U.S. Department of Agriculture, FoodData Central', url: 'https://fdc.nal.usda.gov' },
  community: { text: 'A member of the community', url: null },
}

/** Deployments may name AI estimates differently, so every other source counts as one. */
export const isEstimate = (source: string): boolean => !(source in credits)

export function creditOf(source: string): Credit {
  return credits[source] ?? { text: `AI estimate (${source}): not measured and not from a label`, url: null }
}

/** Foods of these sources were analysed in a laboratory; they are generic unless they have a brand. */
export const isLaboratory = ({ source, brand }: { source: string; brand?: string | null }): boolean =>
  source === 'usda' && (brand ?? null) === null

/** One line for all the sources of an answer. */
export function creditLine(sources: Iterable<string>): string {
  const lines = [...new Set(sources)].map(source => {
    const { text, url } = creditOf(source)
    return url === null ? text : `${text} (${url})`
  })
  return lines.length === 0 ? '' : `Source: ${lines.join('; ')}`
}
