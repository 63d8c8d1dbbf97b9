// A food of Larder as a product of Open Food Facts. What Larder's API does not know is left out, never guessed.
import type { Food } from '@larder/client'
import { categoryTag, categoryTrail, slugOf } from './categories.ts'
import { codeOf } from './codes.ts'
import { nutrimentsOf, nutritionOf } from './nutriments.ts'

export type Product = Record<string, unknown>

/** The versions in which Open Food Facts changed the format of a field that the adapter serves. */
const taxonomizedBrands = 3.2
const nutritionInsteadOfNutriments = 3.5

export function toProduct(food: Food, version: number): Product {
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
    nutrition_data_per: '100g',
    ...(version >= nutritionInsteadOfNutriments
      ? { nutrition: nutritionOf(food) }
      : { nutriments: nutrimentsOf(food) }),
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
  if (grams === null) return { serving_size: size }
  const [, amount = '', unit = ''] = volume.exec(size) ?? []
  const millilitres = Number(amount.replace(',', '.')) * (millilitresPer[unit.toLowerCase()] ?? 0)
  // "2 scoops (30 g) in 250 ml of milk" does not measure the serving: no food is that light or heavy.
  const isVolume = millilitres > 0 && grams / millilitres > 0.5 && grams / millilitres < 1.5
  return {
    serving_size: size,
    serving_quantity: isVolume ? millilitres : grams,
    serving_quantity_unit: isVolume ? 'ml' : 'g',
  }
}
