// The request and the response of POST /contributions.
import Type from 'typebox'
import { maxPhotoBytes } from '../community/photos/photo.ts'
import { nullable } from '../food/food.ts'
import { mapNutrients, nutrientTable, titleOfNutrient } from '../food/nutrients.ts'

/** A photo in base64, and the fields. */
export const maxContributionBytes = Math.ceil((maxPhotoBytes * 4) / 3) + 100_000
/** The one that contributions are published under. */
const licence = 'ODbL-1.0'

const text = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength, description })))

export const ProposedFoodFields = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Product name, without the brand' }),
    ),
    brand: text(200, 'Brand'),
    barcode: text(30, 'EAN-13, UPC-A, EAN-8 or GTIN-14'),
    category: text(100, 'A category that /foods/categories lists'),
    serving_size_g: Type.Optional(
      nullable(Type.Number({ minimum: 0.1, maximum: 5_000, description: 'One serving in grams' })),
    ),
    serving_desc: text(200, 'The serving in words, such as 1 slice'),
    ...mapNutrients(nutrient =>
      Type.Optional(
        nullable(
          Type.Number({
            minimum: 0,
            maximum: 100_000,
            description: `${titleOfNutrient(nutrient)} in ${nutrientTable[nutrient].unit}, per 100 g or per serving as \`per\` says; null is unknown, never zero`,
          }),
        ),
      ),
    ),
  },
  { title: 'ProposedFood', description: 'Of a correction only the fields that differ' },
)

export const contributionBody = Type.Object({
  kind: Type.Enum(['new', 'correction', 'confirmation'], {
    type: 'string',
    description:
      'new: a food that is missing; correction: other values of a food; confirmation: the values of a community food are those of the package',
  }),
  food_id: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The food to correct or confirm',
      }),
    ),
  ),
  food: Type.Optional(ProposedFoodFields),
  per: Type.Optional(
    Type.Enum(['100g', 'serving'], {
      type: 'string',
      description: 'What the nutrients refer to, 100g by default. With serving, serving_size_g is required',
    }),
  ),
  note: Type.Optional(
    nullable(Type.String({ maxLength: 1_000, description: 'For the reviewer: where the values come from' })),
  ),
  photo: Type.Optional(
    nullable(
      Type.String({
        format: 'data-url',
        maxLength: maxContributionBytes,
        description:
          'A photo of the label as data URL: JPEG, PNG or WebP, at most 2 MB. Only reviewers see it',
      }),
    ),
  ),
  licence: Type.Enum([licence], {
    type: 'string',
    description: 'You agree that the contribution is published under this licence',
  }),
})

export const contributionQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only returns the checks and possible duplicates; nothing is stored',
    }),
  ),
})

export const ContributionCheckSchema = Type.Object(
  {
    rule: Type.String({ description: 'The rule, as in the quality flags of a food' }),
    field: Type.String({ description: 'The field that it is about' }),
    message: Type.String({ description: 'What the rule found, in words' }),
  },
  { $id: 'ContributionCheck', title: 'ContributionCheck', examples: [exampleCheck()] },
)

export const ContributionDuplicateSchema = Type.Object(
  {
    food_id: Type.Integer({ description: 'The food' }),
    name: Type.String({ description: 'Its name' }),
    brand: nullable(Type.String({ description: 'Its brand, when known' })),
    barcode: nullable(Type.String({ description: 'Its barcode, when known' })),
    same: Type.String({ description: 'What is the same: barcode or name' }),
  },
  { $id: 'ContributionDuplicate', title: 'ContributionDuplicate', examples: [exampleDuplicate()] },
)

export const ContributionSchema = Type.Object(
  {
    id: nullable(Type.Integer({ description: 'The contribution; null for a dry run' })),
    status: nullable(
      Type.String({
        description: 'pending: it is to be reviewed; accepted: it needs no review; null for a dry run',
      }),
    ),
    checks: Type.Array(Type.Unsafe({ $ref: 'ContributionCheck#' }), {
      description: 'What the checks of imports change or doubt',
    }),
    duplicates: Type.Array(Type.Unsafe({ $ref: 'ContributionDuplicate#' }), {
      description: 'Foods that it may repeat',
    }),
    food_url: nullable(
      Type.String({ description: 'The page of the food to correct or confirm; null for a new one' }),
    ),
  },
  {
    $id: 'Contribution',
    title: 'Contribution',
    examples: [{ id: 41, status: 'pending', checks: [exampleCheck()], duplicates: [], food_url: null }],
  },
)

function exampleCheck() {
  return {
    rule: 'sugar-over-carbs',
    field: 'sugar_g',
    message: 'More sugar than carbohydrates: kept, but flagged as suspicious',
  }
}

function exampleDuplicate() {
  return {
    food_id: 2,
    name: 'Whole Milk',
    brand: 'Fernhollow Dairy',
    barcode: '0015887170128',
    same: 'name',
  }
}
