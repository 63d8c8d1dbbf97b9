// How the API writes foods of the catalog. The catalog stores AI estimates as `ai_estimate`; the setting ESTIMATE_SOURCE spells them
// otherwise wherever the API shows or accepts a source (rule estimate-source-name). It stores the illustrations of everyday foods as
// paths of the website.
import type { Food } from './food.ts'
import { isIllustration } from './illustrations.ts'
import { estimateSource, isSourceId, type SourceId } from './sources.ts'

/** A food as the API returns it. */
export type ApiFood = Omit<Food, 'source'> & { source: string }

export interface ApiFormat {
  /** The name of AI estimates. */
  estimate: string
  toApi(food: Food): ApiFood
  /** The source with a name that the API accepts. */
  sourceOf<Source extends SourceId>(name: Source): Source
  /** The schema of an object with a property `source`, with the names of this deployment. */
  describe<Schema extends SchemaWithSource>(schema: Schema): Schema
}

interface SchemaWithSource {
  properties: { source: object & { enum?: string[]; description?: string } }
}

export function createApiFormat(estimate: string, websiteUrl: string): ApiFormat {
  const nameOf = (source: string) => (source === estimateSource ? estimate : source)
  const addressOf = (image: string | null) => (isIllustration(image) ? `${websiteUrl}${image}` : image)
  return {
    estimate,
    toApi(food) {
      if (food.source !== estimateSource && !isIllustration(food.image_url)) return food
      const { source, image_url, image_thumb_url } = food
      return {
        ...food,
        source: nameOf(source),
        image_url: addressOf(image_url),
        image_thumb_url: addressOf(image_thumb_url),
      }
    },
    sourceOf: name => (name === estimate ? estimateSource : name) as typeof name,
    describe(schema) {
      const { source } = schema.properties
      const named = {
        ...source,
        ...(source.enum && { enum: source.enum.map(nameOf) }),
        description: source.description?.replaceAll(estimateSource, estimate),
      }
      return { ...schema, properties: { ...schema.properties, source: named } }
    },
  }
}

/** Whether AI estimates can have this name: a word that is not the name of another source. */
export const isEstimateName = (name: string): boolean =>
  /^[a-z0-9_-]{1,40}$/.test(name) && (name === estimateSource || !isSourceId(name))
