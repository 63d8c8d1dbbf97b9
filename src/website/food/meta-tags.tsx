// Metadata for search engines and link previews: Open Graph, Twitter cards and JSON-LD.
import type { Food } from '../../food/food.ts'
import { macronutrients, nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'

interface MetaTagsProps {
  food: Food
  /** Canonical URL of the page. */
  url: string
  description: string
}

export function MetaTags({ food, url, description }: MetaTagsProps) {
  const title = titleOf(food)
  const image = httpsOnly(food.image_url)
  return (
    <>
      <meta property="og:site_name" content="Larder" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image && <meta property="og:image" content={image} />}
      {image && <meta property="og:image:alt" content={title} />}
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {image && <meta name="twitter:image" content={image} />}
      <script
        type="application/ld+json"
        // `<` is escaped, so the data cannot close the element.
        dangerouslySetInnerHTML={{ __html: toScriptText(productOf({ food, url, description })) }}
      />
    </>
  )
}

export function titleOf({ name, brand }: Food): string {
  return brand === null ? name : `${name} (${brand})`
}

/** Lists the known amounts, such as `13 g protein`; unknown ones are omitted. */
export function descriptionOf(food: Food): string {
  const amounts = [
    amount(food.calories_kcal, ' kcal'),
    ...macronutrients.map(nutrient => {
      const { unit, name, nameOfAmount = name } = nutrientTable[nutrient]
      return amount(food[nutrient], ` ${unit} ${nameOfAmount}`)
    }),
  ].filter(text => text !== undefined)
  const facts = amounts.length === 0 ? 'Nutrition facts unknown' : `Per 100 g: ${amounts.join(', ')}`
  return `${titleOf(food)}. ${facts}.`
}

/** https://schema.org/Product with https://schema.org/NutritionInformation. */
function productOf({ food, url, description }: MetaTagsProps): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    url,
    name: food.name,
    description,
    ...(food.brand !== null && { brand: { '@type': 'Brand', name: food.brand } }),
    ...(food.category !== null && { category: food.category }),
    ...(httpsOnly(food.image_url) && { image: food.image_url }),
    ...(food.barcode !== null && { [`gtin${food.barcode.length}`]: food.barcode }),
    nutrition: {
      '@type': 'NutritionInformation',
      servingSize: '100 g',
      ...nutrition(food),
    },
  }
}

function nutrition(food: Food): Record<string, string | undefined> {
  return Object.fromEntries(
    nutrientsInLabelOrder.flatMap(nutrient => {
      const { schemaOrg, unit } = nutrientTable[nutrient]
      return schemaOrg === undefined ? [] : [[schemaOrg, amount(food[nutrient], ` ${unit}`)]]
    }),
  )
}

function amount(value: number | null, unit: string): string | undefined {
  return value === null ? undefined : `${value}${unit}`
}

function toScriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

export function httpsOnly(url: string | null): string | undefined {
  return url?.startsWith('https://') ? url : undefined
}
