// A food of Larder as a product of Open Food Facts. What Larder's API does not know is left out, never guessed.
import type { Food, FoodDetails } from '@larder/client'
import { categoryTag, categoryTrail } from './categories.ts'
import { codeOf } from './codes.ts'
import { detailsOf } from './details.ts'
import { nutrimentsOf, nutritionOf } from './nutriments.ts'
import { slugOf } from './tags.ts'

export type Product = Record<string, unknown>

/** The versions in which Open Food Facts changed the format of a field that the adapter serves. */
const taxonomizedBrands = 3.2
const nutritionInsteadOfNutriments = 3.5

/** `details` is null if they are not wanted, or Larder does not offer them. */
export function toProduct(food: Food, version: number, details: FoodDetails | null): Product {
  const code = codeOf(food)
  return {
    code,
    _id: code,
    id: code,
    product_name: food.name,
    product_type: 'food',
    ...brandsOf(food, version),
    ...categoriesOf(food),
    ...imagesOf(food),
    ...servingOf(food),
    ...(details !== null && detailsOf(food, details)),
    nutrition_data_per: '100g',
    ...(version >= nutritionInsteadOfNutriments
      ? { nutrition: nutritionOf(food, details) }
      : { nutriments: nutrimentsOf(food, details) }),
    ...(food.source === 'off' &&
      food.barcode !== null && { url: `https://world.openfoodfacts.org/product/${food.barcode}` }),
    larder: { id: food.id, source: food.source, confidence: food.confidence },
  }
}

function brandsOf({ brand }: Food, version: number): Product {
  if (brand === null) return {}
  const slug = slugOf(brand)
  return { brands: brand, brands_tags: [version >= taxonomizedBrands ? `xx:${slug}` : slug] }
}

function categoriesOf({ category }: Food): Product {
  if (category === null) return {}
  const trail = categoryTrail(category)
  const tags = trail.map(categoryTag)
  return {
    categories: trail.join(', '),
    categories_tags: tags,
    categories_hierarchy: tags,
    categories_tags_en: trail,
  }
}

/** Images of Open Food Facts exist in 100, 200 and 400 pixels, and their names say the language of the label. */
const offImage = /^(https:\/\/images\.open\w+facts\.org\/.*\/front_([a-z]{2})\.\d+)\.\d+\.jpg$/

function imagesOf({ image_url: image, image_thumb_url: thumb }: Food): Product {
  if (image === null) return {}
  const [, path, language] = offImage.exec(image) ?? []
  const small = path === undefined ? image : `${path}.200.jpg`
  const thumbnail = thumb ?? small
  return {
    image_url: image,
    image_front_url: image,
    image_small_url: small,
    image_front_small_url: small,
    image_thumb_url: thumbnail,
    image_front_thumb_url: thumbnail,
    ...(language !== undefined && {
      selected_images: {
        front: {
          display: { [language]: image },
          small: { [language]: small },
          thumb: { [language]: thumbnail },
        },
      },
    }),
  }
}

const millilitresPer: Record<string, number> = { ml: 1, cl: 10, dl: 100, l: 1000 }
const volume = /(\d+(?:[.,]\d+)?)\s*(ml|cl|dl|l)(?![a-z])/i

/** Larder weighs a serving of a drink; the label and Open Food Facts measure it. */
function servingOf({ serving_desc: words, serving_size_g: grams }: Food): Product {
  const size = words ?? (grams === null ? null : `${grams} g`)
  if (size === null) return {}
  const [, amount = '', unit = ''] = volume.exec(size) ?? []
  const millilitres = Number(amount.replace(',', '.')) * (millilitresPer[unit.toLowerCase()] ?? 0)
  // "2 scoops (30 g) in 250 ml of milk" does not measure the serving: no food is that light or heavy.
  const density = grams === null ? 1 : grams / millilitres
  const isVolume = millilitres > 0 && density > 0.5 && density < 1.5
  if (grams === null && !isVolume) return { serving_size: size }
  return {
    serving_size: size,
    serving_quantity: isVolume ? millilitres : grams,
    serving_quantity_unit: isVolume ? 'ml' : 'g',
  }
}
