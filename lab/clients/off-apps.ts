// How apps for Open Food Facts ask for products and what they make of the response, from reading their sources: the
// request as they build it, and what their users would see. Shared by the test of the adapter and the comparison on real
// data (scripts/compare-off-adapter.ts).

/** A product of Open Food Facts, as far as the apps read it. */
interface OffProduct {
  code?: string
  brands?: string
  image_url?: string
  image_front_url?: string
  image_front_thumb_url?: string
  serving_size?: string
  serving_quantity?: number | string
  serving_quantity_unit?: string
  product_quantity_unit?: string
  nutriments?: Record<string, unknown>
  [field: string]: unknown
}

export interface OffRequest {
  path: string
  method?: 'POST'
  /** A form, for POST. */
  body?: string
}

/** What the user sees, per 100 g; null where the app shows nothing. */
export type Shown = Record<string, string | number | boolean | null>

export interface OffApp {
  name: string
  product(code: string): OffRequest
  /** Grocy has no search. */
  search?(text: string): OffRequest
  /** The product in the response; null if the app takes it as not found. */
  found(status: number, body: Record<string, unknown>): OffProduct | null
  show(product: OffProduct): Shown
}

const number = (value: unknown): number | null => {
  const parsed = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const per100g = ({ nutriments = {} }: OffProduct, nutrient: string) => number(nutriments[`${nutrient}_100g`])

const productOf = (body: Record<string, unknown>) => (body['product'] as OffProduct | undefined) ?? null

const firstBrand = ({ brands = '' }: OffProduct) => brands.split(',')[0]?.trim() ?? ''

const form = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString()

/** Whole numbers and one decimal, and 0 for what is not stated. */
const sparkyFitness: OffApp = {
  name: 'SparkyFitness',
  product: code => ({ path: `/api/v2/product/${code}.json?fields=${sparkyFields}&lc=en` }),
  search: terms => ({
    path:
      `/cgi/search.pl?search_terms=${encodeURIComponent(terms)}&search_simple=1&action=process&json=1` +
      `&page_size=20&page=1&fields=${sparkyFields}&lc=en`,
  }),
  found: (status, body) => (status === 200 && body['status'] === 1 ? productOf(body) : null),
  show(product) {
    const grams = (nutrient: string) => Math.round((per100g(product, nutrient) ?? 0) * 10) / 10
    const milligrams = (nutrient: string) => Math.round((per100g(product, nutrient) ?? 0) * 1000)
    const kcal =
      per100g(product, 'energy-kcal') ||
      (per100g(product, 'energy-kj') ?? 0) / 4.184 ||
      (per100g(product, 'energy') ?? 0) / 4.184
    const servingUnit = /([\d.,]+)\s*(ml|g|kg|l|oz)\b/i.exec(product.serving_size ?? '')?.[2]
    return {
      name: text(product['product_name_en']) ?? text(product['product_name']),
      brand: firstBrand(product),
      barcode: product.code?.length === 12 ? `0${product.code}` : (product.code ?? null),
      kcal: Math.round(kcal),
      protein: grams('proteins'),
      carbs: grams('carbohydrates'),
      fat: grams('fat'),
      saturatedFat: grams('saturated-fat'),
      sugars: grams('sugars'),
      fiber: grams('fiber'),
      sodiumMg: milligrams('sodium'),
      cholesterolMg: milligrams('cholesterol'),
      potassiumMg: milligrams('potassium'),
      serving: number(product.serving_quantity) ?? 100,
      servingUnit: product.serving_quantity_unit ?? product.product_quantity_unit ?? servingUnit ?? 'g',
      image: text(product.image_front_url) ?? text(product.image_url),
    }
  },
}

const sparkyFields =
  'product_name,product_name_en,brands,code,serving_size,serving_quantity,serving_quantity_unit,' +
  'product_quantity_unit,nutriments,allergens_tags,traces_tags,image_front_url,image_url'

/** Only the name and the image; the German name if there is one, for a German user. */
const grocy: OffApp = {
  name: 'Grocy',
  product: code => ({ path: `/api/v2/product/${code}?fields=product_name,image_url,product_name_de` }),
  found: (status, body) => (status === 404 || body['status'] !== 1 ? null : productOf(body)),
  show: product => ({
    name: text(product['product_name_de']) ?? text(product['product_name']),
    image: text(product.image_url) ?? '',
  }),
}

/** Every member whose name contains "product_name" may be the name, and a code is required. Units are the app's own. */
const waistline: OffApp = {
  name: 'Waistline',
  product: code => ({ path: `/api/v0/product/${code}.json` }),
  search: terms => ({
    path:
      `/cgi/search.pl?search_terms=${encodeURIComponent(terms)}&search_simple=1&page_size=50` +
      '&sort_by=unique_scans_n&action=process&json=1',
  }),
  found: (status, body) => (status >= 200 && status < 300 ? productOf(body) : null),
  show(product) {
    const nutriments = product.nutriments ?? {}
    const names = Object.keys(product).filter(field => field.includes('product_name'))
    const code = product.code
    if (code === undefined) throw new TypeError('Waistline fails without a code')
    const grams = (nutrient: string) => per100g(product, nutrient)
    const milligrams = (nutrient: string) => {
      const value = grams(nutrient)
      return value === null ? null : Math.round(value * 1e5) / 100
    }
    const isKnown = Object.keys(nutriments).some(member => member.endsWith('_100g'))
    const kilojoules = grams('energy')
    return {
      name: names.map(field => text(product[field])).find(name => name !== null) ?? code,
      brand: firstBrand(product),
      barcode: code.startsWith('0') ? code.slice(1) : code,
      portion: isKnown ? '100 g' : null,
      kcal: kilojoules ? (grams('energy-kcal') ?? Math.round(kilojoules / 4.184)) : null,
      kilojoules,
      protein: grams('proteins'),
      carbs: grams('carbohydrates'),
      fat: grams('fat'),
      saturatedFat: grams('saturated-fat'),
      sugars: grams('sugars'),
      fiber: grams('fiber'),
      salt: grams('salt'),
      sodiumMg: milligrams('sodium'),
      cholesterolMg: milligrams('cholesterol'),
      potassiumMg: milligrams('potassium'),
      image: text(product.image_url),
    }
  },
}

const openNutriTrackerFields =
  'code,brands,product_name,product_name_en,product_name_de,product_name_fr,url,image_url,image_front_thumb_url,' +
  'image_front_url,product_quantity,quantity,serving_quantity,serving_size,nutriments'

/** Decoding fails without `nutriments`, even if the object is empty, and without both status members. */
const openNutriTracker: OffApp = {
  name: 'OpenNutriTracker',
  product: code => ({
    path: `/api/v2/product/${code}?${form({ fields: openNutriTrackerFields, json: 'true' })}`,
  }),
  search: terms => ({
    path: `/cgi/search.pl?${form({ search_terms: terms, fields: openNutriTrackerFields, json: 'true' })}`,
  }),
  found(status, body) {
    if (status === 404) return null
    if (!Number.isInteger(body['status']) || typeof body['status_verbose'] !== 'string')
      throw new TypeError('OpenNutriTracker cannot decode the response')
    return productOf(body)
  },
  show(product) {
    if (product.nutriments === undefined)
      throw new TypeError('OpenNutriTracker cannot decode the product without nutriments')
    return {
      name:
        text(product['product_name_en']) ?? text(product['product_name']) ?? text(product['product_name_fr']),
      brand: text(product.brands),
      barcode: product.code ?? null,
      kcal: per100g(product, 'energy-kcal'),
      carbs: per100g(product, 'carbohydrates'),
      fat: per100g(product, 'fat'),
      protein: per100g(product, 'proteins'),
      sugars: per100g(product, 'sugars'),
      saturatedFat: per100g(product, 'saturated-fat'),
      fiber: per100g(product, 'fiber'),
      serving: number(product.serving_quantity),
      servingSize: text(product.serving_size),
      image: text(product.image_front_url),
      thumbnail: text(product.image_front_thumb_url),
    }
  },
}

const foodYouFields =
  'product_name,code,nutriments,brands,serving_quantity,serving_quantity_unit,product_quantity,product_quantity_unit,url'

/** Reads everything in grams. A page is the last one once as many products were read as `count` says. */
const foodYou: OffApp = {
  name: 'FoodYou',
  product: code => ({
    path: `/api/v2/product/${code}?${form({ countries: 'poland', fields: foodYouFields })}`,
  }),
  search: terms => ({
    path: `/cgi/search.pl?search_simple=1&json=1&${form({
      search_terms: terms,
      countries: 'poland',
      page: '1',
      page_size: '50',
      sort_by: 'product_name',
      fields: foodYouFields,
    })}`,
  }),
  found: (status, body) => (status === 404 ? null : productOf(body)),
  show: product => ({
    name: text(product['product_name']),
    brand: text(product.brands),
    barcode: text(product.code),
    isLiquid: product.serving_quantity_unit === 'ml',
    serving: number(product.serving_quantity),
    kcal: per100g(product, 'energy-kcal'),
    protein: per100g(product, 'proteins'),
    carbs: per100g(product, 'carbohydrates'),
    sugars: per100g(product, 'sugars'),
    fat: per100g(product, 'fat'),
    saturatedFat: per100g(product, 'saturated-fat'),
    fiber: per100g(product, 'fiber'),
    salt: per100g(product, 'salt'),
    sodium: per100g(product, 'sodium'),
    cholesterol: per100g(product, 'cholesterol'),
    potassium: per100g(product, 'potassium'),
  }),
}

const dartParameters = { lc: 'en', tags_lc: 'en', cc: 'us', app_name: 'example', app_version: '1.0' }
const dartFields = 'code,product_name,brands,serving_quantity,nutriments,selected_images,image_front_url'

/** The path ends with a slash; searches are sent by POST. */
const openFoodFactsDart: OffApp = {
  name: 'openfoodfacts-dart',
  product: code => ({
    path: `/api/v3.2/product/${code}/?${form({ ...dartParameters, fields: dartFields })}`,
  }),
  search: terms => ({
    path: '/cgi/search.pl',
    method: 'POST',
    body: form({ ...dartParameters, search_terms: terms, fields: dartFields, json: '1', api_version: '3.2' }),
  }),
  found(_status, body) {
    const result = body['result'] as { id?: string } | undefined
    return result?.id === 'product_found' ? productOf(body) : null
  },
  show: product => ({
    name: text(product['product_name']),
    brand: text(product.brands),
    barcode: text(product.code),
    serving: number(product.serving_quantity),
    kilojoules:
      per100g(product, 'energy-kj') ?? number((per100g(product, 'energy-kcal') ?? Number.NaN) * 4.184),
    kcal: per100g(product, 'energy-kcal'),
    protein: per100g(product, 'proteins'),
    salt: per100g(product, 'salt'),
    image: text(product.image_front_url),
  }),
}

export const offApps: readonly OffApp[] = [
  sparkyFitness,
  grocy,
  waistline,
  openNutriTracker,
  foodYou,
  openFoodFactsDart,
]
