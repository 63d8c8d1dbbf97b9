// Metadata for search engines and link previews: Open Graph, Twitter cards and JSON-LD.

import type { ApiFood } from '../../food/api-food.ts'
import type { Food } from '../../food/food.ts'
import { nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'
import { formats } from '../i18n/format.ts'
import { type Locale, locales } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { Markup, markup } from '../shell/markup.ts'

interface MetaTagsProps {
  food: ApiFood
  /** Whether the image of the food is shown. */
  hasImage: boolean
  /** Of the page in this language. */
  url: string
  description: string
}

export function metaTags(props: MetaTagsProps, locale: Locale): Markup {
  const { food, hasImage, url, description } = props
  const title = titleOf(food)
  const image = hasImage ? food.image_url : null
  return markup`
    <meta property="og:site_name" content="Larder"/>
    <meta property="og:type" content="website"/>
    <meta property="og:locale" content="${locales[locale].tag.replace('-', '_')}"/>
    <meta property="og:title" content="${title}"/>
    <meta property="og:description" content="${description}"/>
    <meta property="og:url" content="${url}"/>
    ${image !== null && markup`<meta property="og:image" content="${image}"/><meta property="og:image:alt" content="${title}"/>`}
    <meta name="twitter:card" content="summary"/>
    ${new Markup(`<script type="application/ld+json">${toScriptText(productOf(props))}</script>`)}`
}

export function titleOf({ name, brand }: Pick<Food, 'name' | 'brand'>): string {
  return brand === null ? name : `${name} (${brand})`
}

/** Lists the known amounts, such as `13 g protein`; unknown ones are omitted. */
export function descriptionOf(food: Food, locale: Locale): string {
  const t = messages[locale].food
  const amount = (value: number | null, text: (value: string) => string) =>
    value === null ? [] : [text(formats[locale].number(value, 1))]
  const amounts = [
    ...amount(food.calories_kcal, kcal => t.energyAmount({ kcal })),
    ...amount(food.protein_g, grams => t.proteinAmount({ grams })),
    ...amount(food.fat_g, grams => t.fatAmount({ grams })),
    ...amount(food.carbs_g, grams => t.carbsAmount({ grams })),
  ]
  const name = titleOf(food)
  return amounts.length === 0
    ? t.descriptionUnknown({ name })
    : t.description({ name, amounts: amounts.join(', ') })
}

/** https://schema.org/Product with https://schema.org/NutritionInformation. */
function productOf({ food, hasImage, url, description }: MetaTagsProps): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    url,
    name: food.name,
    description,
    ...(food.brand !== null && { brand: { '@type': 'Brand', name: food.brand } }),
    ...(food.category !== null && { category: food.category }),
    ...(hasImage && { image: food.image_url }),
    ...(food.barcode !== null && { [`gtin${food.barcode.length}`]: food.barcode }),
    nutrition: {
      '@type': 'NutritionInformation',
      servingSize: '100 g',
      ...nutrition(food),
    },
  }
}

function nutrition(food: ApiFood): Record<string, string> {
  const values: Record<string, string> = {}
  for (const nutrient of nutrientsInLabelOrder) {
    const { schemaOrg, unit } = nutrientTable[nutrient]
    const value = food[nutrient]
    if (schemaOrg !== undefined && value !== null) values[schemaOrg] = `${value} ${unit}`
  }
  return values
}

/** `<` is escaped, so the data cannot close the element. */
function toScriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
