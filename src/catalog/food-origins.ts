// Where each value of a food comes from.
import { illustrationCreditOf } from '../food/illustrations.ts'
import { micronutrients } from '../food/micronutrients.ts'
import { naturalPortion, usualPortion } from '../food/portions.ts'
import { isGenericFood, isSourceId, type Licence, type SourceId, sourceFacts } from '../food/sources.ts'
import { categoryFromName } from '../quality/candidate-food.ts'
import type { FoodPageData, OtherRecord } from './food-page.ts'

export interface FoodOrigin {
  /** The values that come from it. */
  fields: string[]
  /** Null if the service itself provides them. */
  source: SourceId | null
  /** The identifier at the source. */
  recordId: string | null
  recordUrl: string | null
  /** Where anyone can correct the record. */
  correctUrl: string | null
  changedAt: Date | null
  licence: Licence | null
  credit: { text: string; url: string } | null
}

type Provider = Omit<FoodOrigin, 'fields'>

const service: Provider = {
  source: null,
  recordId: null,
  recordUrl: null,
  correctUrl: null,
  changedAt: null,
  licence: null,
  credit: null,
}

const micronutrientNames: ReadonlySet<string> = new Set(micronutrients)
const imageFields = ['image_url', 'image_thumb_url']
const servingFields = ['serving_size_g', 'serving_desc']
/** The list of everyday foods states them instead of the record, or adds to what the record states. */
const everydayFields = ['name', 'category', ...servingFields]
const extendedFields = ['names', 'portions']

/** `known` are the fields that have a value. Each is in an origin, and one that comes from two is in both. */
export function originsOf(
  found: Pick<
    FoodPageData,
    'food' | 'details' | 'sourceId' | 'changedAtSource' | 'micronutrientsFrom' | 'changes'
  >,
  known: readonly string[],
): FoodOrigin[] {
  const { food, details, micronutrientsFrom: other } = found
  const ownRecord = { ...found, source: food.source }
  const estimated = estimatedRecord(details)
  const { label, credit, photoLicence } = sourceFacts[estimated?.source ?? food.source]
  const record = providerOf(estimated ?? ownRecord, food.barcode)
  const isEstimated = (field: string) => estimated !== null && field in (details?.estimate?.ranges ?? {})
  const photos: Provider =
    photoLicence && credit
      ? {
          ...record,
          licence: photoLicence,
          credit: { text: `${label}, ${photoLicence.shortName}`, url: credit.url },
        }
      : record
  const illustration = illustrationCreditOf(food.image_url)
  const images: Provider =
    illustration === null
      ? photos
      : {
          ...service,
          licence: illustration.licence,
          credit: { text: illustration.label, url: illustration.url },
        }
  const ofService = fieldsOfService(found)
  const isExtended = (field: string) => details?.source_name !== undefined && extendedFields.includes(field)
  const isStated = (field: string) => field !== 'portions' || details?.portions !== undefined
  const isOther = (field: string) => other !== null && micronutrientNames.has(field)
  const fieldsWhere = (condition: (field: string) => boolean) => known.filter(condition)
  return [
    ...(estimated === null ? [] : [{ fields: fieldsWhere(isEstimated), ...providerOf(ownRecord, null) }]),
    {
      fields: fieldsWhere(
        field =>
          isStated(field) &&
          !isEstimated(field) &&
          !ofService.has(field) &&
          !imageFields.includes(field) &&
          !isOther(field),
      ),
      ...record,
    },
    ...(other === null ? [] : [{ fields: fieldsWhere(isOther), ...providerOf(other, null) }]),
    { fields: fieldsWhere(field => imageFields.includes(field)), ...images },
    { fields: fieldsWhere(field => ofService.has(field) || isExtended(field)), ...service },
  ].filter(({ fields }) => fields.length > 0)
}

/** The record from which an estimate has everything but its values; null for all other foods. */
function estimatedRecord(details: FoodPageData['details']): OtherRecord | null {
  const [, source, sourceId] = /^([^:]+):(.+)$/.exec(details?.estimate?.stands_in_for ?? '') ?? []
  return isSourceId(source) && sourceId !== undefined
    ? { source, sourceId, changedAtSource: undefined }
    : null
}

function providerOf({ source, sourceId, changedAtSource }: OtherRecord, barcode: string | null): Provider {
  const { recordUrl, editUrl, licence, credit } = sourceFacts[source]
  return {
    source,
    recordId: sourceId,
    recordUrl: recordUrl?.(sourceId, barcode) ?? null,
    correctUrl: editUrl?.(sourceId, barcode) ?? null,
    changedAt: changedAtSource ?? null,
    licence,
    credit: credit && { text: credit.text, url: credit.url },
  }
}

function fieldsOfService({
  food,
  details,
  changes,
}: Pick<FoodPageData, 'food' | 'details' | 'changes'>): Set<string> {
  if (details?.source_name !== undefined) return new Set(everydayFields)
  const natural = naturalPortion(food.category, food.name)
  const isNatural =
    isGenericFood(food) &&
    natural?.grams === food.serving_size_g &&
    natural?.description === food.serving_desc
  return new Set([
    ...(isNatural ? servingFields : []),
    ...(usualPortion(food) === null ? [] : ['portions']),
    ...(changes.some(({ rule }) => rule === categoryFromName) ? ['category'] : []),
  ])
}
