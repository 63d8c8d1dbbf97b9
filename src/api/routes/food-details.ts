import Type, { type Static } from 'typebox'
import { originsOf } from '../../catalog/food-origins.ts'
import type { FoodPageData } from '../../catalog/food-page.ts'
import type { ApiFood, ApiFormat } from '../../food/api-food.ts'
import { exampleFood, type Food, nullable } from '../../food/food.ts'
import {
  type EstimateDetails,
  estimators,
  type FoodDetails,
  novaGroups,
  nutriScores,
} from '../../food/food-details.ts'
import { micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { nutrients as nutrientNames } from '../../food/nutrients.ts'
import { usualPortion } from '../../food/portions.ts'
import { explainFlag } from '../../quality/explanations.ts'
import { type DataRoute, noParameters } from '../data-route.ts'

const text = (description: string) => nullable(Type.String({ description }))
const texts = (description: string) => nullable(Type.Array(Type.String(), { description }))
const time = (description: string) => Type.String({ format: 'date-time', description })

/** The nutrients that are no fields of a food, with their units. */
const furtherNutrients: Record<string, string> = {
  ...Object.fromEntries(
    micronutrients.map(id => [id, `${micronutrientTable[id].name} in ${micronutrientTable[id].unit}`]),
  ),
  alcohol_g: 'alcohol in g',
  polyols_g: 'polyols in g',
}

/** Identify the food, or say how far it can be trusted: they come from no source. */
const fieldsOfCatalog = ['id', 'source', 'confidence', 'static_url']

export const FoodOriginSchema = Type.Object(
  {
    fields: Type.Array(Type.String(), {
      description:
        'The values that come from it: names of fields of the food, of its details and of nutrients',
    }),
    source: text(
      'The source, with the names that a food has as its source; null for what the service itself provides, such as an illustration or a category found from the name',
    ),
    record_id: text('Identifier of the record at the source'),
    record_url: text('Web page of the record'),
    correct_url: text(
      'Where to correct these values: the edit page of the record at its source, otherwise the contact page of this service',
    ),
    changed_at: nullable(time('When the source last changed the record')),
    licence: nullable(
      Type.Object(
        {
          name: Type.String(),
          spdx_id: text('Identifier in the SPDX licence list'),
          url: Type.String(),
        },
        { description: 'Licence of these values; null if the source has none' },
      ),
    ),
    credit: nullable(
      Type.Object(
        { text: Type.String(), url: Type.String() },
        { description: 'Credit to show with these values; null if the source asks for none' },
      ),
    ),
  },
  { $id: 'FoodOrigin', title: 'FoodOrigin', examples: exampleDetails().origins.slice(0, 1) },
)

export const QualityFlagSchema = Type.Object(
  {
    field: Type.String({ description: 'The field of the food that it is about' }),
    rule: Type.String({ description: 'The rule that changed or questioned the value' }),
    found: Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description: 'What the source states, where it is informative',
    }),
    explanation: Type.String({ description: 'What the rule did, in words' }),
  },
  { $id: 'QualityFlag', title: 'QualityFlag', examples: exampleDetails().quality_flags },
)

const estimateSchema = Type.Unsafe<EstimateDetails | null>(
  nullable(
    Type.Object(
      {
        estimator: Type.String({
          description: `${estimators.join(' or ')}: comparable foods, or a language model`,
        }),
        version: Type.String({ description: 'Version of the method or of the prompt' }),
        made_at: Type.String({ format: 'date', description: 'The day on which it was made' }),
        inputs: Type.Unsafe<EstimateDetails['inputs']>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description:
            'All that the estimator knew of the food: name, and brand, category and language where known',
        }),
        peers: Type.Optional(Type.Integer({ description: 'The number of comparable foods; of peers only' })),
        model: Type.Optional(Type.String({ description: 'The name of the model; of model only' })),
        ranges: Type.Unsafe<EstimateDetails['ranges']>({
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
          description: `Per 100 g, by field of the food, such as ${nutrientNames[0]}: the range that contains the true value of four in five foods`,
        }),
        stands_in_for: Type.Optional(
          Type.String({ description: 'The record whose name, category and picture the estimate has' }),
        ),
      },
      {
        title: 'FoodEstimate',
        description:
          'How an AI estimate was made; null for all other foods, and for estimates of unknown origin',
      },
    ),
  ),
)

export const FoodDetailsSchema = Type.Object(
  {
    food: Type.Unsafe<ApiFood>({ $ref: '#/components/schemas/Food' }),
    language: text('Code of the language of the label, in which its name and ingredients are'),
    names: Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'Names by language code',
    }),
    source_name: text('What the source calls it, where the food has another name'),
    ingredients: text('As printed; allergens are between underscores if the source marks them'),
    allergens: texts('English names; one without an English name comes after its language, such as es:avena'),
    traces: texts('Allergens of which it may contain traces'),
    labels: texts('What the package claims, such as organic, named like allergens'),
    countries: texts('English names of the countries where it is sold'),
    nutri_score: nullable(
      Type.String({ description: `Nutri-Score, ${nutriScores[0]} (best) to ${nutriScores.at(-1)}` }),
    ),
    nova_group: nullable(
      Type.Integer({
        description: `NOVA group, ${novaGroups[0]} (unprocessed) to ${novaGroups.at(-1)} (ultra-processed)`,
      }),
    ),
    package_quantity: text('As printed, such as 6 x 330 ml'),
    portions: nullable(
      Type.Array(
        Type.Object(
          {
            description: Type.String({ description: 'Such as 1 cup, sliced' }),
            grams: Type.Number(),
            is_usual: Type.Boolean({
              description: 'What people usually eat of such foods, because the label states no serving',
            }),
          },
          { title: 'FoodPortion' },
        ),
        { description: 'Household portions, the serving of the label first' },
      ),
    ),
    nutrients: Type.Unsafe<Record<string, number | null>>(
      Type.Object(
        Object.fromEntries(
          Object.entries(furtherNutrients).map(([id, amount]) => [
            id,
            nullable(Type.Number({ minimum: 0, description: `${amount} per 100 g; null is unknown` })),
          ]),
        ),
        { description: 'Vitamins, minerals and other nutrients that are not fields of a food, per 100 g' },
      ),
    ),
    estimate: estimateSchema,
    updated_at: time('When the food last changed in the catalog'),
    origins: Type.Array(
      Type.Unsafe<Static<typeof FoodOriginSchema>>({ $ref: '#/components/schemas/FoodOrigin' }),
      {
        description: 'Where each known value comes from; a value that comes from two origins is in both',
      },
    ),
    quality_flags: Type.Array(
      Type.Unsafe<Static<typeof QualityFlagSchema>>({ $ref: '#/components/schemas/QualityFlag' }),
      {
        description: 'Values that were changed or questioned',
      },
    ),
  },
  { $id: 'FoodDetails', title: 'FoodDetails', examples: [exampleDetails()] },
)

const path = Type.Object({ food_id: Type.Integer({ description: 'Food id', examples: [2] }) })

export const foodDetailsRoute = (
  findData: (id: number) => Promise<FoodPageData | undefined>,
  { toApi }: ApiFormat,
  websiteUrl: string,
): DataRoute<typeof path, typeof noParameters, { food_id: number }> => ({
  url: '/food/:food_id/details',
  operationId: 'getFoodDetails',
  summary: 'Get everything stored about a food',
  description:
    'An extension: clients of the interface never need it. Ingredients, allergens, vitamins and minerals, portions, names by language and more, and where each value comes from, with licence and credit. What is unknown is null, never zero or empty.',
  path,
  query: noParameters,
  response: FoodDetailsSchema,
  responseDescription: 'The food and its details',
  notFound: 'Food not found',
  inputOf: ({ food_id }) => ({ food_id }),
  async handle({ food_id }) {
    const found = await findData(food_id)
    if (found === undefined) return undefined
    const { food } = found
    const other = found.micronutrientsFrom
    const foods = other === null ? [food] : [food, other]
    return { body: detailsOf(found, toApi(food), websiteUrl), foods }
  },
})

type StoredDetails = Pick<
  FoodPageData,
  | 'food'
  | 'details'
  | 'sourceId'
  | 'changedAtSource'
  | 'micronutrientsFrom'
  | 'updatedAt'
  | 'alcohol_g'
  | 'polyols_g'
  | 'changes'
>

/** `food` is the food as the API writes it. */
function detailsOf(stored: StoredDetails, food: ApiFood, websiteUrl: string) {
  const { alcohol_g, polyols_g, updatedAt, changes } = stored
  const details: FoodDetails = stored.details ?? {}
  const amounts: Record<string, number | null> = { ...details.micronutrients, alcohol_g, polyols_g }
  const nutrients = Object.fromEntries(Object.keys(furtherNutrients).map(id => [id, amounts[id] ?? null]))
  const stated = {
    language: details.language ?? null,
    names: details.names ?? null,
    source_name: details.source_name ?? null,
    ingredients: details.ingredients ?? null,
    allergens: details.allergens ?? null,
    traces: details.traces ?? null,
    labels: details.labels ?? null,
    countries: details.countries ?? null,
    nutri_score: details.nutri_score ?? null,
    nova_group: details.nova_group ?? null,
    package_quantity: details.package_quantity ?? null,
    portions: portionsOf(stored.food, details),
  }
  const known = Object.entries({ ...food, ...stated, ...nutrients })
    .filter(([field, value]) => value !== null && !fieldsOfCatalog.includes(field))
    .map(([field]) => field)
  return {
    food,
    ...stated,
    nutrients,
    estimate: details.estimate ?? null,
    updated_at: updatedAt.toISOString(),
    origins: originsOf(stored, known).map(({ licence, ...origin }) => ({
      fields: origin.fields,
      // Its own source has the name that the deployment gives it.
      source: origin.source === stored.food.source ? food.source : origin.source,
      record_id: origin.recordId,
      record_url: origin.recordUrl,
      correct_url: origin.correctUrl ?? `${websiteUrl}/contact`,
      changed_at: origin.changedAt?.toISOString() ?? null,
      licence: licence && { name: licence.name, spdx_id: licence.spdxId ?? null, url: licence.url },
      credit: origin.credit,
    })),
    quality_flags: changes.map(({ field, rule, found, what }) => ({ field, rule, found, explanation: what })),
  } satisfies Static<typeof FoodDetailsSchema>
}

function portionsOf(food: Food, { portions = [] }: FoodDetails) {
  const usual = usualPortion(food)
  const all = [
    ...portions.map(portion => ({ ...portion, is_usual: false })),
    ...(usual === null ? [] : [{ ...usual, is_usual: true }]),
  ]
  return all.length === 0 ? null : all
}

/** Of the milk that is the example of a food. */
function exampleDetails(): { origins: object[]; quality_flags: object[] } {
  const food = exampleFood() as Food
  const sodiumFlag = { field: 'sodium_mg', rule: 'sodium-from-salt' }
  return detailsOf(
    {
      food,
      details: {
        language: 'en',
        names: { de: 'Cremige Erdnussbutter', en: 'Creamy Peanut Butter' },
        ingredients: 'Roasted _peanuts_, sugar, molasses, fully hydrogenated vegetable oils, salt',
        allergens: ['peanuts'],
        labels: ['vegetarian'],
        countries: ['United States'],
        nutri_score: 'd',
        nova_group: 4,
        micronutrients: { vitamin_e_mg: 9.4, iron_mg: 1.9 },
        portions: [{ description: '2 tbsp. (32 g)', grams: 32 }],
        package_quantity: '454 g',
      },
      sourceId: '0051500255162',
      changedAtSource: new Date('2026-10-30T18:02:51Z'),
      micronutrientsFrom: null,
      updatedAt: new Date('2026-11-01T04:12:09Z'),
      alcohol_g: null,
      polyols_g: null,
      changes: [{ ...sodiumFlag, effect: undefined, found: null, what: explainFlag(sodiumFlag) }],
    },
    food,
    'https://larder.example',
  )
}
