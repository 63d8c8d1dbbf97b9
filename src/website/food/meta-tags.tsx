// What search engines and messengers read.
import type { Food } from '../../food/food.ts'

interface MetaTagsProps {
  food: Food
  /** The one address of the page. */
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
        // Data, in which nothing can end the element.
        dangerouslySetInnerHTML={{ __html: toScriptText(productOf({ food, url, description })) }}
      />
    </>
  )
}

export function titleOf({ name, brand }: Food): string {
  return brand === null ? name : `${name} (${brand})`
}

/** `13 g` of what is known; what is not known is left out. */
export function descriptionOf(food: Food): string {
  const amounts = [
    amount(food.calories_kcal, ' kcal'),
    amount(food.protein_g, ' g protein'),
    amount(food.fat_g, ' g fat'),
    amount(food.carbs_g, ' g carbohydrate'),
  ].filter(text => text !== undefined)
  const facts = amounts.length === 0 ? 'Its nutrients are not known' : `Per 100 g: ${amounts.join(', ')}`
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
      calories: amount(food.calories_kcal, ' kcal'),
      fatContent: amount(food.fat_g, ' g'),
      saturatedFatContent: amount(food.saturated_fat_g, ' g'),
      carbohydrateContent: amount(food.carbs_g, ' g'),
      sugarContent: amount(food.sugar_g, ' g'),
      fiberContent: amount(food.fiber_g, ' g'),
      proteinContent: amount(food.protein_g, ' g'),
      sodiumContent: amount(food.sodium_mg, ' mg'),
      cholesterolContent: amount(food.cholesterol_mg, ' mg'),
    },
  }
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
