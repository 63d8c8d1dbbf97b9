// The data sources of the catalog: everything that the website, the API and the confidence score state about them.
// To add a source, start with an entry here and put its reader into src/sources.

export interface Licence {
  name: string
  /** For page footers and response headers. */
  shortName: string
  spdxId?: string
  url: string
}

interface Credit {
  text: string
  url: string
  /** Whether the licence requires it. */
  isRequired: boolean
}

export interface SourceFacts {
  /** The name in lists and statistics. */
  label: string
  /** Who provided the values, on food pages. */
  provider: string
  /** Where the values come from, for the explanation of the confidence. */
  provenance: string
  homepage: string | null
  /** Null where the operator of the catalog owns the data. */
  licence: Licence | null
  credit: Credit | null
  /** Of its photos, where it has any. */
  photoLicence?: Licence
  /** The source component of the confidence score: 0 for estimates, 1 for laboratory values. */
  trust: number
  /**
   * Which of several records of a product is shown (rule one-food-per-product): the one with the highest rank, `checked` for complete
   * and unsuspicious records, `unconfirmed` for those that only lack a confirmation. One without usable values has `rankWithoutValues`.
   */
  recordRank: { checked: number; unconfirmed?: number; other: number }
  /** Laboratory values: the energy may differ from the usual factors, and zeros are real. */
  isMeasured: boolean
  /** Whether `GET /search` accepts it as `source`. The specification fixes these values. */
  isSearchFilter: boolean
  /** Whether `larder import jsonl --source` may write it. */
  acceptsJsonl: boolean
  /** Whether its carbohydrates include the fibre. Undefined where the labels of each country differ. */
  carbsIncludeFiber?: boolean
  /** A national food composition table, described by src/sources/table/data/ID.yaml. */
  isFoodTable?: true
  /** The web page of the record; null if it has none. */
  recordUrl?: (sourceId: string, barcode: string | null) => string | null
  /** Where anyone can correct the record. */
  editUrl?: (sourceId: string, barcode: string | null) => string | null
}

const offWebsite = 'https://world.openfoodfacts.org'
const fdcWebsite = 'https://fdc.nal.usda.gov'
const cofidPage = 'https://www.gov.uk/government/publications/composition-of-foods-integrated-dataset-cofid'
const swissWebsite = 'https://naehrwertdaten.ch'

/** What national food composition tables have in common. */
const foodTable = {
  // Measured, or calculated from measured values, by a public institute.
  trust: 1,
  recordRank: { checked: 3, other: 1 },
  isMeasured: true,
  isSearchFilter: false,
  acceptsJsonl: false,
  carbsIncludeFiber: false,
  isFoodTable: true,
} as const

const facts = {
  off: {
    label: 'Open Food Facts',
    provider: 'Open Food Facts',
    provenance: 'From Open Food Facts, transcribed from the label by volunteers',
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
    photoLicence: {
      name: 'Creative Commons Attribution-ShareAlike 3.0',
      shortName: 'CC BY-SA',
      spdxId: 'CC-BY-SA-3.0',
      url: 'https://creativecommons.org/licenses/by-sa/3.0/',
    },
    // Volunteers transcribe labels, and many people check them.
    trust: 0.6,
    recordRank: { checked: 4, other: 1 },
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
    // Measured by USDA or reported by the manufacturer.
    trust: 1,
    recordRank: { checked: 3, other: 1 },
    isMeasured: true,
    isSearchFilter: false,
    acceptsJsonl: true,
    carbsIncludeFiber: true,
    recordUrl: (sourceId: string) => {
      const [, kind, id = ''] = /^(?:(fdc|ndb|gtin|branded):)?(\d{1,14})$/.exec(sourceId) ?? []
      // Foods identified by NDB number or barcode get a new fdc_id with every revision, and with it a new page. The
      // search finds the current one.
      if (kind === 'ndb') return `${fdcWebsite}/food-search?type=Foundation&query=${id}`
      if (kind === 'gtin')
        return `${fdcWebsite}/food-search?type=Branded&query=${id.replace(/^0(?=\d{12}$)/, '')}`
      return id === '' ? null : `${fdcWebsite}/food-details/${id}/nutrients`
    },
  },
  bls: {
    ...foodTable,
    label: 'Bundeslebensmittelschlüssel (BLS)',
    provider: 'Max Rubner-Institut',
    provenance: 'From the German food composition table (BLS)',
    homepage: 'https://blsdb.de',
    licence: {
      name: 'Creative Commons Attribution 4.0',
      shortName: 'CC BY',
      spdxId: 'CC-BY-4.0',
      url: 'https://creativecommons.org/licenses/by/4.0/',
    },
    credit: {
      text: 'Max Rubner-Institut: Bundeslebensmittelschlüssel (BLS), CC BY 4.0',
      url: 'https://blsdb.de',
      isRequired: true,
    },
  },
  ciqual: {
    ...foodTable,
    label: 'Ciqual',
    provider: 'Anses',
    provenance: 'From the French food composition table (Ciqual)',
    homepage: 'https://ciqual.anses.fr',
    licence: {
      name: 'Licence Ouverte 2.0',
      shortName: 'Licence Ouverte',
      spdxId: 'etalab-2.0',
      url: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
    },
    credit: {
      text: 'Anses: Ciqual French food composition table, Licence Ouverte 2.0',
      url: 'https://ciqual.anses.fr',
      isRequired: true,
    },
  },
  cofid: {
    ...foodTable,
    label: 'CoFID',
    provider: 'the UK government (CoFID)',
    provenance: 'From the composition of foods integrated dataset of the United Kingdom (CoFID)',
    homepage: cofidPage,
    licence: {
      name: 'Open Government Licence 3.0',
      shortName: 'OGL',
      spdxId: 'OGL-UK-3.0',
      url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    },
    credit: {
      text: 'CoFID: contains public sector information licensed under the Open Government Licence v3.0',
      url: cofidPage,
      isRequired: true,
    },
  },
  swiss: {
    ...foodTable,
    label: 'Swiss Food Composition Database',
    provider: 'the Federal Food Safety and Veterinary Office of Switzerland',
    provenance: 'From the Swiss Food Composition Database',
    homepage: swissWebsite,
    licence: {
      name: 'free use with reference to the source',
      shortName: 'FSVO',
      url: `${swissWebsite}/en/informations/`,
    },
    credit: {
      text: 'Swiss Food Composition Database, FSVO',
      url: swissWebsite,
      isRequired: true,
    },
  },
  community: {
    label: 'Community',
    provider: 'a member of the community',
    provenance: 'Entered by a member of the community',
    homepage: null,
    licence: {
      name: 'Open Database License (ODbL) 1.0',
      shortName: 'ODbL',
      spdxId: 'ODbL-1.0',
      url: 'https://opendatacommons.org/licenses/odbl/1-0/',
    },
    credit: null,
    // Few people have checked an entry.
    trust: 0.3,
    // Its entries are unconfirmed, so they are never checked records.
    recordRank: { checked: 2, unconfirmed: 2, other: 1 },
    isMeasured: false,
    isSearchFilter: false,
    acceptsJsonl: true,
  },
  ai_estimate: {
    label: 'AI estimates',
    provider: 'an AI estimate',
    provenance: 'Estimated',
    homepage: null,
    licence: null,
    credit: null,
    // Estimates have a separate confidence class.
    trust: 0,
    recordRank: { checked: 0, other: 0 },
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

export const foodTables = sourceIds.filter(
  id => sourceFacts[id].isFoodTable,
) as SourceIdsWith<'isFoodTable'>[]

export type FoodTableId = (typeof foodTables)[number]

/** An estimate is shown instead of a record without usable values, and gives way to any other. */
export const rankWithoutValues = -1

/** Its foods have a separate confidence class, below all others. */
export const estimateSource = 'ai_estimate' satisfies SourceId

/** Measured by a laboratory rather than declared by a manufacturer: the generic foods of USDA and of national tables. */
export const isLaboratoryData = (record: {
  source: SourceId
  source_id: string
  brand: string | null
}): boolean => facts[record.source].isMeasured && record.brand === null && !brandedId.test(record.source_id)

// The ids of USDA's branded foods, which are labels.
const brandedId = /^(?:gtin|branded):/

/** What people contribute; its values need to be confirmed. */
export const communitySource = 'community' satisfies SourceId

/** `larder bootstrap` loads its generic foods. */
export const usdaSource = 'usda' satisfies SourceId

export const measuredSources = sourceIds.filter(id => facts[id].isMeasured)

export const isMeasuredSource = (source: string): boolean => measuredSources.some(id => id === source)

/** As an SQL condition on the column `source`. */
export const isMeasuredSql = `source in (${measuredSources.map(id => `'${id}'`).join(', ')})`

/** A food of a laboratory source that is no product: "Bananas, raw". */
export const isGenericFood = ({ source, brand }: { source: string; brand: string | null }): boolean =>
  brand === null && isMeasuredSource(source)

/** `isLaboratoryData` as an SQL condition on the columns of a table of foods. */
export const isLaboratoryDataSql = (table: string): string =>
  `(${table}.${isMeasuredSql} and ${table}.brand is null and ${table}.source_id !~ '${brandedId.source}')`

/** Anyone can add and correct products here. */
export const contributeTo = {
  label: facts.off.label,
  url: facts.off.homepage,
  editUrl: facts.off.editUrl,
}

/** Most foods of a catalog come from it. */
export const catalogSource = 'off' satisfies SourceId

/** A catalog made from Open Food Facts is a derivative database, so the ODbL covers all of it. */
export const catalogLicence = facts[catalogSource].licence
export const catalogCredit = { ...facts[catalogSource].credit, label: facts[catalogSource].label }
