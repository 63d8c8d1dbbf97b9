// The data sources of the catalog: everything that the website, the API and the confidence score state about one.
// A new source starts with an entry here; its reader belongs into src/sources.

interface Licence {
  name: string
  /** As in a footer or a header. */
  shortName: string
  spdxId?: string
  url: string
}

interface Credit {
  text: string
  url: string
  /** Whether the licence demands it; else it is a courtesy. */
  isRequired: boolean
}

export interface SourceFacts {
  /** Its name in lists and statistics. */
  label: string
  /** Who stated the values, on the page of a food. */
  provider: string
  /** How the values came about, for the explanation of a confidence score. */
  provenance: string
  homepage: string | null
  /** Null where the operator of the catalog owns the data. */
  licence: Licence | null
  credit: Credit | null
  /** The source's part of the confidence score: 0 for guesses, 1 for values of a laboratory. */
  trust: number
  /** The values are measured: they may differ from what the macronutrients give, and zeros are real. */
  isMeasured: boolean
  /** Whether `GET /search` accepts it as `source`. The interface fixes these values. */
  isSearchFilter: boolean
  /** Whether `larder import jsonl --source` may write it. */
  acceptsJsonl: boolean
  /** The record at the source; null where this id has no page. */
  recordUrl?: (sourceId: string, barcode: string | null) => string | null
  /** Where anybody can correct the record. */
  editUrl?: (sourceId: string, barcode: string | null) => string | null
}

const offWebsite = 'https://world.openfoodfacts.org'
const fdcWebsite = 'https://fdc.nal.usda.gov'

const facts = {
  off: {
    label: 'Open Food Facts',
    provider: 'Open Food Facts',
    provenance: 'From Open Food Facts, read off the label by volunteers',
    homepage: offWebsite,
    licence: {
      name: 'Open Database License (ODbL) 1.0',
      shortName: 'ODbL',
      spdxId: 'ODbL-1.0',
      url: 'https://opendatacommons.org/licenses/odbl/1-0/',
    },
    credit: {
      text: 'Open Food Facts contributors, ODbL 1.0',
      url: 'https://openfoodfacts.org',
      isRequired: true,
    },
    // Volunteers read it off labels, and many look at it.
    trust: 0.6,
    isMeasured: false,
    isSearchFilter: true,
    acceptsJsonl: false,
    recordUrl: (sourceId: string, barcode: string | null) =>
      offPage(sourceId, barcode, code => `/product/${code}`),
    editUrl: (sourceId: string, barcode: string | null) =>
      offPage(sourceId, barcode, code => `/cgi/product.pl?type=edit&code=${code}`),
  },
  usda: {
    label: 'USDA FoodData Central',
    provider: 'USDA FoodData Central',
    provenance: 'From USDA FoodData Central',
    homepage: fdcWebsite,
    licence: {
      name: 'public domain (CC0 1.0)',
      shortName: 'CC0',
      spdxId: 'CC0-1.0',
      url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    },
    credit: {
      text: 'U.S. Department of Agriculture, FoodData Central',
      url: fdcWebsite,
      isRequired: false,
    },
    // USDA measures, or takes the figures from the maker.
    trust: 1,
    isMeasured: true,
    isSearchFilter: false,
    acceptsJsonl: true,
    recordUrl: (sourceId: string) => {
      // Records with an NDB number or a barcode outlive their fdc_id, so these have no stable page.
      const [, fdcId] = /^(?:fdc:)?(\d{1,12})$/.exec(sourceId) ?? []
      return fdcId === undefined ? null : `${fdcWebsite}/food-details/${fdcId}/nutrients`
    },
  },
  community: {
    label: 'Community',
    provider: 'a member of the community',
    provenance: 'Entered by a member of the community',
    homepage: null,
    licence: null,
    credit: null,
    // Few people have seen an entry.
    trust: 0.3,
    isMeasured: false,
    isSearchFilter: false,
    acceptsJsonl: true,
  },
  ai_estimate: {
    label: 'AI estimates',
    provider: 'an AI estimate',
    provenance: 'From an AI model',
    homepage: null,
    licence: null,
    credit: null,
    // Estimates have a confidence class of their own.
    trust: 0,
    isMeasured: false,
    isSearchFilter: true,
    acceptsJsonl: true,
  },
} as const satisfies Record<string, SourceFacts>

function offPage(sourceId: string, barcode: string | null, pathOf: (code: string) => string): string | null {
  const code = barcode ?? sourceId
  return /^\d{1,24}$/.test(code) ? offWebsite + pathOf(code) : null
}

/** The values of `source` in the catalog and on the wire. */
export type SourceId = keyof typeof facts

type SourceIdsWith<Fact extends keyof SourceFacts> = {
  [Id in SourceId]: (typeof facts)[Id] extends Record<Fact, true> ? Id : never
}[SourceId]

export const sourceFacts: Record<SourceId, SourceFacts> = facts

export const sourceIds = Object.keys(facts) as SourceId[]

export const isSourceId = (value: unknown): value is SourceId => sourceIds.some(id => id === value)

export const searchableSources = sourceIds.filter(
  id => facts[id].isSearchFilter,
) as SourceIdsWith<'isSearchFilter'>[]

export type SearchFilter = (typeof searchableSources)[number]

/** Its foods have a confidence class of their own, below all others. */
export const estimateSource = 'ai_estimate' satisfies SourceId

/** Products can be added and corrected here by anybody. */
export const contributeTo = {
  label: facts.off.label,
  url: facts.off.homepage,
  productUrl: facts.off.recordUrl,
}

/** A catalog made from Open Food Facts is a derivative database, so its licence covers the whole. */
export const catalogLicence = facts.off.licence
export const catalogCredit = { ...facts.off.credit, label: facts.off.label }
