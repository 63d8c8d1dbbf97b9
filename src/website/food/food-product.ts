// A food for search engines. `nutrition` would be a property of recipes and items of menus only, so the nutrients are additional
// properties of the product.
import type { PropertyValue } from 'schema-dts'
import type { ApiFood } from '../../food/api-food.ts'
import { nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'
import { categoryName } from '../components/names.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import type { MainEntity } from '../share/structured-data.ts'

interface ProductProps {
  food: ApiFood
  /** In the language of the page. */
  name: string
  /** URL of its image, if that is shown. */
  picture: string | undefined
  /** Of the page in this language. */
  url: string
  description: string
}

export function foodProduct(
  { food, name, picture, url, description }: ProductProps,
  locale: Locale,
): MainEntity {
  const { brand, category, barcode } = food
  return {
    '@type': 'Product',
    '@id': `${url}#food`,
    name,
    description,
    ...(brand !== null && { brand: { '@type': 'Brand', name: brand } }),
    ...(category !== null && { category: categoryName(category, locale) }),
    ...(picture !== undefined && { image: picture }),
    ...(barcode !== null && gtinOf(barcode)),
    additionalProperty: nutrientsInLabelOrder.flatMap(nutrient => {
      const value = food[nutrient]
      if (value === null) return []
      const { schemaOrg, unit } = nutrientTable[nutrient]
      return {
        '@type': 'PropertyValue',
        ...(schemaOrg !== undefined && { propertyID: `https://schema.org/${schemaOrg}` }),
        name: messages[locale].shared.nutrients[nutrient],
        value,
        unitText: `${unit}/100 g`,
      } satisfies PropertyValue
    }),
  }
}

function gtinOf(barcode: string) {
  switch (barcode.length) {
    case 8:
      return { gtin8: barcode }
    case 12:
      return { gtin12: barcode }
    case 13:
      return { gtin13: barcode }
    case 14:
      return { gtin14: barcode }
    default:
      return {}
  }
}
