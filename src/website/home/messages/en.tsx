import type { ComponentChildren } from 'preact'
import { formats } from '../../i18n/format.ts'

const { number, plural } = formats.en

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export const en = {
  title: 'Larder: nutrition facts by name or barcode',
  description:
    'Search nutrition facts by name, brand or barcode, and get the same data from a free JSON API.',
  /** Of a catalog with millions of foods, a smaller one, and an empty one. */
  headline: {
    millions: (count: number) => `Nutrition facts for ${words[count - 1] ?? number(count)} million foods`,
    foods: (count: number) =>
      plural(count, { one: 'Nutrition facts for # food', other: 'Nutrition facts for # foods' }),
    none: 'Nutrition facts for your food',
  },
  lead: 'Look up any product by name or barcode. See what the label says, how it compares, and where each number comes from.',
  try: 'Try',
  /** Searches; those that find nothing in this catalog are left out. */
  examples: ['greek yogurt', 'banana', 'oat milk', 'honey'],

  per100g: 'Per 100 g',
  label: 'Label',
  apiField: 'API field',
  apiDocs: 'API docs',
  dataFrom: 'Data:',

  coverage: 'What is in the catalog',
  foods: 'foods you can look up',
  complete: 'with complete nutrition facts',
  fromSource: (source: string) => `from ${source}`,
  updated: 'last updated',

  popular: 'Popular foods',
  allPopular: 'All popular foods',
  browse: 'Browse by category',
  allCategories: 'All categories',

  sameData: 'The same data in your app',
  sameDataText: (fields: number) =>
    `One request, no API key needed to start. Plain JSON, one flat object per food, with ${fields} documented fields.`,
  ticks: [
    <>
      <b>Per 100 g, always.</b> Multiply once to get any portion.
    </>,
    <>
      <b>
        Unknown is <code>null</code>, never 0.
      </b>{' '}
      You can tell a missing value from zero.
    </>,
    <>
      <b>A confidence score on every food</b>, from 0 to 1, with its source.
    </>,
  ] as ComponentChildren[],
  quickStart: 'Read the quick start',
  reference: 'API reference',
  codeLanguage: 'Programming language',
  exampleRequest: 'Example request',

  sources: 'Every number has a source',
  productLabels: 'Product labels',
  productLabelsText: (source: string) =>
    `Copied from the package by volunteers at ${source}. Checked for plausibility when we import them.`,
  referenceFoods: 'Reference foods',
  referenceFoodsText: (source: string) =>
    `Laboratory data from ${source}. Best for fruit, vegetables, meat and other plain foods.`,
  estimates: 'Estimates',
  estimatesText: 'For foods without a label. They always look different from label data and rank below it.',

  plans: 'Simple plans',
  comparePlans: 'Compare plans',
  free: 'Free',
  noCard: 'no card',
  perMinute: (count: number) => (
    <>
      <b class="tnum">{number(count)}</b>{' '}
      {plural(count, { one: 'request per minute', other: 'requests per minute' })}
    </>
  ),
  getKey: 'Get a free API key',
  noOverage: 'No card needed. No overage charges.',
}

export type HomeMessages = typeof en
