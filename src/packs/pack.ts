// What a pack is: foods of the catalog in one SQLite file that programs read without a server.
import { creditedSources } from '../food/credits.ts'
import { catalogLicence, catalogSource, type Licence, type SourceId, sourceFacts } from '../food/sources.ts'

export const packFieldSets = ['lean', 'full'] as const
export type PackFields = (typeof packFieldSets)[number]

/** Increased when readers of packs have to change. */
export const packSchemaVersion = 1

/** Which foods and fields a pack has; packs with an equal selection replace each other. */
export interface PackSelection {
  /** Lower-case ISO 3166 code; null: all countries. */
  country: string | null
  /** The number of foods, the most popular first; null: all. */
  top: number | null
  fields: PackFields
}

/** An entry of packs.json. */
export interface PackEntry extends PackSelection {
  /** Equal for packs of an equal selection. */
  name: string
  format: 'sqlite'
  foods: number
  bytes: number
  /** Of the decompressed file. */
  uncompressed_bytes: number
  sha256: string
  created_at: string
  catalog_version: string
  schema_version: number
  /** Of the foods in the pack. */
  sources: SourceId[]
  /** SPDX expression. */
  licence: string
  attribution: string
  /** Relative to packs.json. */
  url: string
}

/** A pack with any food of Open Food Facts is a derivative database under its licence; others keep the licences of their sources. */
export function licencesOf(sources: readonly SourceId[]): Licence[] {
  if (sources.includes(catalogSource)) return [catalogLicence]
  const licences = sources.flatMap(source => sourceFacts[source].licence ?? [])
  return [...new Map(licences.map(licence => [licence.url, licence])).values()]
}

export function packCredit(foodSources: Iterable<SourceId>) {
  const sources = creditedSources(foodSources)
  const licences = licencesOf(sources)
  return {
    sources,
    licence: licences.map(spdxIdOf).join(' AND ') || 'NOASSERTION',
    licence_url: licences.map(({ url }) => url).join(' '),
    attribution: sources.map(creditLine).join('; '),
  }
}

const spdxIdOf = ({ spdxId, shortName }: Licence): string =>
  spdxId ?? `LicenseRef-${shortName.replaceAll(/[^a-z0-9.]+/gi, '-')}`

function creditLine(source: SourceId): string {
  const { label, credit } = sourceFacts[source]
  return credit === null ? label : `${credit.text}, ${credit.url}`
}

/** The command cannot export as asked. `reason` determines the exit code. */
export class ExportRefused extends Error {
  readonly reason: 'usage' | 'already-running' | 'not-possible'
  constructor(reason: ExportRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export function packName({ country, top, fields }: PackSelection): string {
  return [
    'foods',
    ...(country === null ? [] : [country]),
    ...(top === null ? [] : [`top${top}`]),
    fields,
  ].join('-')
}

const extension = 'sqlite.gz'

/** The content is part of the name, so that a URL never changes its meaning and a download can be resumed. */
export function packFileName(
  selection: PackSelection,
  { createdAt, sha256 }: { createdAt: Date; sha256: string },
): string {
  const day = createdAt.toISOString().slice(0, 10).replaceAll('-', '')
  return `${packName(selection)}-${day}-${sha256.slice(0, 10)}.${extension}`
}

/** Whether a file has a name that `packFileName` makes for this selection, as those of interrupted exports have. */
export function isPackFileOf(selection: PackSelection, file: string): boolean {
  const name = packName(selection)
  if (!file.startsWith(`${name}-`) || !file.endsWith(`.${extension}`)) return false
  return /^-\d{8}-[0-9a-f]{10}$/.test(file.slice(name.length, -extension.length - 1))
}
