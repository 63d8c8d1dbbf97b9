// Malformed and unusual records of real dumps, one per line. Each is read, normalized, checked and scored, and compared with
// the listed fields of the resulting food. Add new cases to the matching group.
import { describe, expect, it } from 'vitest'
import { createCategoryResolver } from '../food/category-resolver.ts'
import { categoryFromName } from '../quality/candidate-food.ts'
import { classOf, confidence } from '../quality/confidence.ts'
import { checkPlausibility } from '../quality/plausibility.ts'
import { offParquetRecord, offRecord } from '../sources/off/record.ts'
import type { ReadRecord } from '../sources/source.ts'
import { createImageReader } from './normalize/images.ts'
import { normalize } from './normalize/normalize.ts'

type Fields = Record<string, unknown>

/**
 * Title; product as in the dump (code and name are added if missing); expected fields of the food, or the reason for its
 * rejection; all expected rules.
 */
type Case = [title: string, product: Fields, expected: Fields | `rejected: ${string}`, ...rules: string[]]

const usual = { code: '4099999000012', product_name: 'Hafer-Riegel' }
const scoredAt = 1_790_000_000
const normalization = { resolveCategory: createCategoryResolver([]), readImageUrl: createImageReader([]) }

function foodOf(product: Fields, read: ReadRecord): Fields | string {
  const record = read(product)
  if ('rejected' in record) return `rejected: ${record.rejected}`
  const candidate = normalize(record, normalization)
  if ('rejected' in candidate) return `rejected: ${candidate.rejected}`
  const checked = checkPlausibility(candidate)
  // The names are real, so many imply a category.
  const rules = [...new Set(checked.quality_flags.map(({ rule }) => rule))].filter(
    rule => rule !== categoryFromName,
  )
  return { ...checked, confidence: confidence(checked, scoredAt), class: classOf(checked), rules }
}

function compare(read: ReadRecord, [, product, expected, ...rules]: Case): void {
  const food = foodOf({ ...usual, ...product }, read)
  const isRefused = typeof expected === 'string'
  if (isRefused) expect(food).toBe(expected)
  else expect(food).toMatchObject({ ...expected, rules })
}

/** The old fields: `{ fat: 7 }` becomes `nutriments: { fat_100g: 7 }`. */
function label(product_name: string, per100g: Fields): Fields {
  const named = Object.entries(per100g).map(([name, value]) => [`${name}_100g`, value])
  return { product_name, nutriments: Object.fromEntries(named) }
}

/** The new object: `{ fat: 7 }` becomes `nutrition.aggregated_set.nutrients.fat: { value: 7, unit: 'g' }`. */
const newLabel = (grams: Fields, set: Fields = {}) => ({
  nutrition: { aggregated_set: labelSet(grams, set) },
})

function labelSet(grams: Fields, set: Fields): Fields {
  const nutrients = Object.entries(grams).map(([name, value]) => [
    name,
    { value, unit: 'g', source: 'packaging' },
  ])
  return { per: '100g', preparation: 'as_sold', nutrients: Object.fromEntries(nutrients), ...set }
}

const soupAsSold = labelSet({ fat: 9.7 }, { source: 'packaging' })
const soupAsEaten = labelSet({ fat: 0.7 }, { source: 'packaging', preparation: 'prepared' })
const images = 'https://images.openfoodfacts.org/images/products'

// biome-ignore format: one case per line
const malformedRecords: Record<string, Case[]> = {
  'two nutrition schemas': [
    ['the old fields', label('Vitória crackers', { fat: 7, 'saturated-fat': 3.08, carbohydrates: 70.1, proteins: 7.8 }), { fat_g: 7, saturated_fat_g: 3.08, carbs_g: 70.1, protein_g: 7.8, class: 'sparse' }],
    ['the new object', newLabel({ fat: 48, carbohydrates: 36, sugars: 32, sodium: 0.004 }), { fat_g: 48, carbs_g: 36, sugar_g: 32, sodium_mg: 4 }],
    ['the new object takes precedence over the old fields', { ...label('Noisettes', { fat: 12, fiber: 5 }), ...newLabel({ fat: 48 }) }, { fat_g: 48, fiber_g: null }],
    ['a stated and a computed energy', { nutrition: { aggregated_set: { nutrients: { 'energy-kcal': { value: 617, value_computed: 608, unit: 'kcal' }, 'energy-kj': { value: 2524, unit: 'kJ', modifier: '~' } } } } }, { calories_kcal: 617 }],
    ['a computed energy only', { nutrition: { aggregated_set: { nutrients: { 'energy-kj': { value_computed: 2524, unit: 'kJ' } } } } }, { calories_kcal: 603.3 }, 'energy-from-kj'],
    ['a stated unit', { nutrition: { aggregated_set: { nutrients: { cholesterol: { value: 13, unit: 'mg' }, fat: { value: 250, unit: 'mg' } } } } }, { cholesterol_mg: 13, fat_g: 0.25 }, 'unit-mg'],
    ['a drink', newLabel({ sugars: 11 }, { per: '100ml' }), { sugar_g: 11 }, 'per-100-ml'],
    ['values estimated from the ingredients', newLabel({}, { nutrients: { fat: { value: 3, unit: 'g', source: 'estimate' } } }), { fat_g: null, class: 'empty' }],
    ['values of the prepared soup', newLabel({ fat: 0.7 }, { preparation: 'prepared' }), { fat_g: null }],
    ['values of the soup as prepared and as sold', { nutrition: { aggregated_set: soupAsEaten, input_sets: [soupAsEaten, soupAsSold] } }, { fat_g: 9.7 }],
    ['an empty new object with old fields', { ...label('Jambon', { fat: 2.5 }), nutrition: { input_sets: [] } }, { fat_g: 2.5 }],
    ['an older product in the table of 2026, whose nutrients are empty', { fat_100g: '', 'energy-kcal_100g': '', salt_100g: '' }, { fat_g: null, calories_kcal: null, sodium_mg: null, class: 'empty' }],
    ['a row of the table: numbers as text', { fat_100g: '7.5', proteins_100g: '12' }, { fat_g: 7.5, protein_g: 12 }],
    ['values of a serving are not those of 100 g', { nutriments: { fat_serving: 0.45, fat: 0.45, fat_value: 0.45 } }, { fat_g: null, class: 'empty' }],
    ['all seven of a European label', label('Eclairs choco', { 'energy-kcal': 277, energy: 1159, fat: 15, 'saturated-fat': 4.3, carbohydrates: 31, sugars: 19, proteins: 3.5, salt: 0.46, sodium: 0.184 }), { calories_kcal: 277, sodium_mg: 184, class: 'complete' }],
  ],
  'images without a URL': [
    ['images.front_LANG', { lang: 'fr', images: { 1: { uploaded_t: '1527370087' }, front_fr: { imgid: '2', rev: '11' } } }, { image_url: `${images}/409/999/900/0012/front_fr.11.400.jpg`, image_thumb_url: `${images}/409/999/900/0012/front_fr.11.100.jpg` }],
    ['images.selected.front.LANG', { lang: 'fr', images: { uploaded: { 1: {} }, selected: { front: { fr: { imgid: 2, rev: 11 } } } } }, { image_url: `${images}/409/999/900/0012/front_fr.11.400.jpg` }],
    ['an EAN-8, whose folder has 13 digits', { code: '30052765', images: { front_fr: { rev: '11' } } }, { image_url: `${images}/000/003/005/2765/front_fr.11.400.jpg` }],
    ['a front in another language than the product', { lang: 'es', images: { front_en: { rev: '3' } } }, { image_url: `${images}/409/999/900/0012/front_en.3.400.jpg` }],
    ['a half-finished front_new_lc', { images: { front_new_lc: { rev: '3' } } }, { image_url: null, image_thumb_url: null }],
    ['photographs, but none of the front', { images: { 1: { uploaded_t: 1745341074 }, ingredients_fr: { rev: '6' } } }, { image_url: null }],
    ['no photographs', { images: {} }, { image_url: null }],
    ['a stated URL', { image_url: `${images}/301/762/042/2003/front_fr.4.400.jpg` }, { image_thumb_url: `${images}/301/762/042/2003/front_fr.4.100.jpg` }],
  ],
  'images of other hosts': [
    ['http', { image_url: `${images.replace('https', 'http')}/1/front_fr.4.400.jpg` }, { image_url: `${images}/1/front_fr.4.400.jpg` }, 'image-https'],
    ['a shop', { image_url: 'https://shop.test/1.jpg' }, { image_url: null, image_thumb_url: null }, 'image-host'],
  ],
  'brands and categories': [
    ['a list that begins with a placeholder', { brands: 'Sans marque,Sill' }, { brand: 'Sill' }],
    ['tags with xx:', { brands_tags: ['xx:nestle'] }, { brand: 'Nestle' }, 'title-case'],
    ['tags with xx: in a string', { brands_tags: 'xx:mt-olive,xx:other' }, { brand: 'Mt Olive' }, 'title-case'],
    ['the owner company', { brands: 'Kornhaus S.A.' }, { brand: null }, 'company-name'],
    ['the owner company and the brand', { brands: 'Kornhaus S.A.,Hofbrot' }, { brand: 'Hofbrot' }],
    ['xx: in the brands themselves', { brands: 'xx:Bovetti' }, { brand: 'Bovetti' }],
    ['several brands', { brands: 'Lindt,  Lindt & Sprungli (Schweiz) Ag' }, { brand: 'Lindt' }],
    ['undefined', { brands: 'undefined' }, { brand: null }],
    ['Unknown', { brands: 'Unknown' }, { brand: null }, 'placeholder'],
    ['Sans marque', { brands: 'Sans marque' }, { brand: null }, 'placeholder'],
    ['entities', { brands: 'ZPH &quot;Wojna&quot;' }, { brand: 'ZPH "Wojna"' }, 'html-entities'],
    ['categories: null', { categories: 'null', categories_tags: 'en:null' }, { category: null }],
    ['categories: null, in a list', { categories: 'null', categories_tags: ['en:null'] }, { category: null }],
    ['categories: undefined', { categories: 'undefined', categories_tags: ['en:undefined'] }, { category: null }],
    ['tags without a hierarchy', { categories_tags: ['en:breakfasts', 'en:spreads', 'fr:pates-a-tartiner', 'en:hazelnut-spreads'] }, { category: 'Chocolate and nut spreads' }],
    ['a hierarchy without tags', { categories_hierarchy: ['en:breakfasts', 'en:spreads'] }, { category: 'Spreads' }],
    ['tags in a string', { categories_tags: 'en:vinegars,en:balsamic-vinegars' }, { category: 'Balsamic vinegars' }],
    ['one canonical category for all words', { categories: 'Dairy Based Products / Meals' }, { category: 'Dairy' }],
    ['unknown words', { categories: 'Delicious things' }, { category: null }],
    ['in Italian only, without a taxonomy', { categories_tags: 'it:dadi-per-brodo' }, { category: null }],
  ],
  'withdrawn products': [
    ['obsolete: on', { product_name: 'Le Beurre Doux', obsolete: 'on' }, 'rejected: obsolete'],
    ['obsolete: true', { product_name: 'Le Beurre Doux', obsolete: true }, 'rejected: obsolete'],
    ['obsolete: empty', { product_name: 'Le Beurre Doux', obsolete: '' }, { name: 'Le Beurre Doux' }],
  ],
  codes: [
    ['mangled by a spreadsheet', { code: '8,01E+12' }, 'rejected: no-code'],
    ['mangled, with a point', { code: '2.02E+11' }, 'rejected: no-code'],
    ['mangled, with more digits', { code: '5,05399E+12' }, 'rejected: no-code'],
    ['none', { code: undefined }, 'rejected: no-code'],
    ['none, but an _id', { code: undefined, _id: '0000101209159' }, { source_id: '0000101209159', barcode: '0000101209159' }],
    ['a number, not a text', { code: 20242053 }, { source_id: '20242053', barcode: '20242053' }],
    ['zeros in front of 2 digits', { code: '0000000000017' }, { source_id: '0000000000017', barcode: '00000017' }],
    ['zeros in front of 5 digits', { code: '0000000033084' }, { barcode: '00033084' }],
    ['zeros in front of 7 digits', { code: '000000000004622327' }, { source_id: '000000000004622327', barcode: null }, 'source-identifier'],
    ['zeros in front of an EAN-8', { code: '0000080422235' }, { barcode: '80422235' }],
    ['a UPC-A', { code: '042100005264' }, { barcode: '0042100005264' }],
    ['a UPC-A that lost its zero', { code: '11110580382' }, { barcode: '0011110580382' }],
    ['the same with its zeros', { code: '0011110580382' }, { barcode: '0011110580382' }],
    ['the same as a GTIN-14', { code: '00011110580382' }, { barcode: '0011110580382' }],
    ['4 digits', { code: '0003' }, { source_id: '0003', barcode: null }, 'source-identifier'],
    ['an identifier padded to 8 digits', { code: '00012345' }, { source_id: '00012345', barcode: null }, 'source-identifier'],
    ['a UPC-E', { code: '04252614' }, { source_id: '04252614', barcode: '0042100005264' }],
    ['wrong check digit of an EAN-13', { code: '0041798122074' }, { barcode: '0041798122074' }, 'check-digit'],
    ['wrong check digit of an EAN-8', { code: '53596343' }, { barcode: '53596343' }, 'check-digit'],
    ['in-store', { code: '2660261018695' }, { barcode: '2660261018695' }],
    ['in-store code with a wrong check digit', { code: '2000000034211' }, { barcode: '2000000034211' }, 'check-digit'],
    ['15 digits', { code: '356470053065802' }, { source_id: '356470053065802', barcode: null }, 'no-barcode'],
    ['25 digits', { code: '5000128840521699016068755' }, { barcode: null }, 'no-barcode'],
    ['nothing but zeros', { code: '0000000000' }, { source_id: '0000000000', barcode: null }, 'no-barcode'],
  ],
  'values above the maximum': [
    ['fat over 100 g', label('Creamy peanut butter', { fat: 140, proteins: 25 }), { fat_g: null, protein_g: 25, class: 'sparse' }, 'over-100-g'],
    ['saturated fat over 100 g', label('Coconut oil', { fat: 93.3, 'saturated-fat': 571 }), { fat_g: 93.3, saturated_fat_g: null }, 'over-100-g', 'next-to-impossible'],
    ['carbohydrates over 100 g', label('Truvia', { fat: 0, carbohydrates: 133, sugars: 0, proteins: 0 }), { carbs_g: null, sugar_g: 0 }, 'over-100-g'],
    ['sugar over 100 g', label('Tomato Ketchup', { sugars: 134 }), { sugar_g: null, class: 'empty' }, 'over-100-g'],
    ['fibre over 100 g', label('Kombi böreklik', { fiber: 1_111_100 }), { fiber_g: null }, 'over-100-g'],
    ['protein over 100 g', label('Pure Pea Protein', { proteins: 103 }), { protein_g: null }, 'over-100-g'],
    ['all in milligrams', label('Jus de fruit', { carbohydrates: 11_000, sugars: 9_580, proteins: 845 }), { carbs_g: null, sugar_g: null, protein_g: null, class: 'empty' }, 'over-100-g'],
    ['alcohol over 100 g', label('Flou', { alcohol: 848 }), { class: 'empty' }, 'over-100-g'],
    ['a nonsensical number', label('Apple cider vinegar', { carbohydrates: 1_180_000_000 }), { carbs_g: null }, 'too-large'],
    ['salt over 100 g in cashews', label('Dill Pickle Cashews', { fat: 45.71, carbohydrates: 28.57, proteins: 17.14, salt: 870.85678, sodium: 342.857 }), { sodium_mg: null, fat_g: 45.71 }, 'over-100-g-sodium'],
    ['salt over 100 g in milk', label('Organic Whole Milk', { fat: 3.33, carbohydrates: 5, proteins: 3.33, salt: 127, sodium: 50 }), { sodium_mg: null }, 'over-100-g-sodium'],
    ['cholesterol in milligrams, entered as grams', label('Montagnole', { cholesterol: 13 }), { cholesterol_mg: null }, 'cholesterol-bound'],
    ['the three together over 120 g', label('Herbal Tea, Hibiscus', { fat: 0, carbohydrates: 60, proteins: 66.67, sodium: 0.133 }), { fat_g: null, carbs_g: null, protein_g: null, sodium_mg: 133 }, 'macros-over-120'],
    ['the three together over 105 g', label('Organic Whole Brown Rice Flour', { fat: 3.23, carbohydrates: 96.77, proteins: 12.9 }), { fat_g: 3.23, carbs_g: 96.77, protein_g: 12.9, class: 'sparse' }, 'macros-over-105'],
    ['with the salt over 110 g', label('Erdnüsse Wasabi Style', { 'energy-kcal': 551, fat: 34, carbohydrates: 44, proteins: 15, salt: 25 }), { sodium_mg: null, calories_kcal: 551 }, 'sodium-from-salt', 'salt-over-rest'],
    ['far more sugar than carbohydrates', label('Muchacha, Salsa, Mild', { fat: 5.36, carbohydrates: 3.57, sugars: 7.14, proteins: 0 }), { sugar_g: null, carbs_g: null, fat_g: 5.36 }, 'sugar-far-over-carbs'],
    ['more sugar than carbohydrates', label('Dried Honey Crisp Apples', { carbohydrates: 72.5, sugars: 75 }), { sugar_g: 75, carbs_g: 72.5, class: 'sparse' }, 'sugar-over-carbs'],
    ['a little more sugar than carbohydrates', label('2% Reduced Fat Milk', { carbohydrates: 5.42, sugars: 5.83 }), { sugar_g: 5.83, carbs_g: 5.42 }],
    ['far more saturated fat than fat', label('Iced Brownies', { fat: 9.21, 'saturated-fat': 21.05, carbohydrates: 60.53 }), { fat_g: null, saturated_fat_g: null, carbs_g: 60.53 }, 'saturated-far-over-fat'],
    ['more saturated fat than fat', label('Dried Cranberries', { fat: 0, 'saturated-fat': 1.25 }), { fat_g: 0, saturated_fat_g: 1.25 }, 'saturated-over-fat'],
    ['a little more saturated fat than fat', label('Boing Durazno', { fat: 0, 'saturated-fat': 0.2 }), { fat_g: 0, saturated_fat_g: 0.2 }],
  ],
  'negative values': [
    ['protein', label('Whole Cashews', { fat: 46.43, proteins: -3.57 }), { protein_g: null, fat_g: 46.43 }, 'negative'],
    ['sugar', label('Organic Pumpkin Seeds', { sugars: -17.86 }), { sugar_g: null }, 'negative'],
    ['fibre', label('Mostaza Stone Ground Beaver Brand', { fiber: -20 }), { fiber_g: null }, 'negative'],
    ['hundreds of grams', label('Lightly Dried Cilantro', { proteins: -800 }), { protein_g: null }, 'negative'],
  ],
  zeros: [
    ['all of them: not given', label('Camembert', { fat: 0, 'saturated-fat': 0, carbohydrates: 0, sugars: 0, proteins: 0, salt: 0 }), { fat_g: null, carbs_g: null, protein_g: null, sodium_mg: null, class: 'empty' }, 'sodium-from-salt', 'all-zero'],
    ['all of them, and the energy', label('Krönung', { 'energy-kcal': 0, fat: 0, carbohydrates: 0, proteins: 0 }), { calories_kcal: null, class: 'empty' }, 'all-zero'],
    ['the energy of a Polish cream', label('Łaciata śmietanka do kawy', { 'energy-kcal': 0, fat: 6, carbohydrates: 4.5, sugars: 4.5, proteins: 2.9 }), { calories_kcal: null, fat_g: 6 }, 'zero-energy'],
    ['the energy of honey', label('Miele di arancio', { 'energy-kcal': 0, fat: 0, carbohydrates: 83, sugars: 83, proteins: 0.3 }), { calories_kcal: null, carbs_g: 83 }, 'zero-energy'],
    ['nearly the energy', label('Bresaola', { 'energy-kcal': 2, energy: 8, fat: 2, carbohydrates: 0.5, proteins: 34 }), { calories_kcal: null, protein_g: 34 }, 'zero-energy'],
    ['zero nutrients with an energy', label('Black Currant Nectar', { 'energy-kcal': 47, fat: 0, carbohydrates: 0, proteins: 0 }), { calories_kcal: 47, carbs_g: 0, class: 'sparse' }, 'energy-mismatch'],
    ['three equal values', label('Lucky charms', { fat: 1, carbohydrates: 1, proteins: 1 }), { fat_g: 1, class: 'sparse' }, 'three-equal'],
    ['three equal values below 1 g', label('Chicken Broth', { fat: 0.42, carbohydrates: 0.42, proteins: 0.42 }), { fat_g: 0.42 }],
    ['missing values are not 0', { nutriments: {} }, { calories_kcal: null, fat_g: null, carbs_g: null, protein_g: null, sodium_mg: null, class: 'empty' }],
  ],
  energy: [
    ['kilojoules in both fields, as in spring 2020', label('Vitória crackers', { 'energy-kcal': 1_569, energy: 1_569, fat: 7, carbohydrates: 70.1, proteins: 7.8 }), { calories_kcal: 375 }, 'energy-disagrees', 'kj-as-kcal'],
    ['the same of a light food', label('Coeur de laitue', { 'energy-kcal': 59, energy: 59, fat: 0.08, carbohydrates: 1.8, proteins: 1.22 }), { calories_kcal: 14.1 }, 'energy-disagrees', 'kj-as-kcal'],
    ['contradicting energies without carbohydrates to decide', label('Drizzle', { 'energy-kcal': 236.842105263158, 'energy-kj': 2_943.21329639889, fat: 0, carbohydrates: 173.130193905817, proteins: 0 }), { calories_kcal: 236.8, carbs_g: null, class: 'sparse' }, 'energy-disagrees', 'over-100-g', 'kcal-or-kj', 'next-to-impossible'],
    ['kilojoules that were converted twice', label('Hamburguesas de ternera 100%', { 'energy-kcal': 874.9, energy: 3_661, fat: 15.1, carbohydrates: 2.6, proteins: 15.7 }), { calories_kcal: 209.1 }, 'kj-as-kcal'],
    ['kilojoules only', label('Galettes de riz', { energy: 1_625 }), { calories_kcal: 388.4 }, 'energy-from-kj'],
    ['more energy than pure fat', label('Stuffed Snacks', { 'energy-kcal': 24_000, fat: 11, carbohydrates: 31, proteins: 3 }), { calories_kcal: null, fat_g: 11 }, 'over-900-kcal'],
    ['far too low', label('Gouda jung', { 'energy-kcal': 87, fat: 29, carbohydrates: 0.1, proteins: 25 }), { calories_kcal: 87, class: 'sparse' }, 'energy-mismatch'],
    ['far too high', label('Sos czosnkowy Aioli', { 'energy-kcal': 387, fat: 4.5, carbohydrates: 9.6, proteins: 1.2 }), { calories_kcal: 387, class: 'sparse' }, 'energy-mismatch'],
    ['a little off', label('Babas au rhum', { 'energy-kcal': 270, energy: 1_130, fat: 10.5, carbohydrates: 35.1, proteins: 2.1 }), { calories_kcal: 270 }],
  ],
  'salt and sodium': [
    ['milligrams entered as grams', label('Fragole', { salt: 0.06, sodium: 24 }), { sodium_mg: 24 }, 'sodium-disagrees'],
    ['a 0 that means "not given"', label('Jambon', { salt: 7.25, sodium: 0 }), { sodium_mg: 2900 }, 'sodium-disagrees'],
    ['the same the other way round', label('Jambon', { salt: 0, sodium: 0.8 }), { sodium_mg: 800 }, 'sodium-disagrees'],
    ['2.54 in 2019', label('Vitória crackers', { salt: 1.4, sodium: 0.551181102362205 }), { sodium_mg: 551.2 }],
    ['2.5 now', label('Vitória crackers', { salt: 1.4, sodium: 0.56 }), { sodium_mg: 560 }],
    ['salt only', label('Jambon', { salt: 1.8 }), { sodium_mg: 720 }, 'sodium-from-salt'],
    ['salt with a floating-point artefact', label('Petits Carrés au Citron Meringué', { salt: 0.7799999999999989 }), { sodium_mg: 312 }, 'float-noise', 'sodium-from-salt'],
    ['no salt is 0, not unknown', label('Fragole', { salt: 0 }), { sodium_mg: 0 }, 'sodium-from-salt'],
  ],
  'number formats': [
    ['a decimal comma', label('Original-caramelle colate', { fat: '6,9', proteins: '0,3' }), { fat_g: 6.9, protein_g: 0.3 }],
    ['less than', label('Mineralwasser', { salt: '<0.5' }), { sodium_mg: 200 }, 'less-than', 'sodium-from-salt'],
    ['words', label('Spekulatius', { fat: 'traces' }), { fat_g: null }, 'not-a-number'],
    ['very many digits', label('Shakeology', { fat: 33.3333333333333, carbohydrates: 14.9166666666667 }), { fat_g: 33.33, carbs_g: 14.92 }],
  ],
  'unusual but correct values': [
    ['a sweetener of 100 g carbohydrates and 0 kcal', label('Splenda endulzante Original', { 'energy-kcal': 0, fat: 0, carbohydrates: 100, sugars: 100, proteins: 0 }), { calories_kcal: 0, carbs_g: 100 }],
    ['the same without a keyword, but without sugar', label('Vanilla Sweet Drops', { 'energy-kcal': 0, fat: 0, carbohydrates: 100, sugars: 0, proteins: 0 }), { calories_kcal: 0, carbs_g: 100 }],
    ['spirits with stated alcohol', label('Tequila - Blanco', { 'energy-kcal': 216.409961621046, alcohol: 31.5597860697359, fat: 0, carbohydrates: 0, proteins: 0 }), { calories_kcal: 216.4 }],
    ['spirits without stated alcohol', label('Wodka Gorbatschow', { 'energy-kcal': 207, fat: 0, carbohydrates: 0, proteins: 0 }), { calories_kcal: 207 }],
    ['beer', label('Franziskaner Premium Weissbier Naturtrüb', { 'energy-kcal': 43, fat: 0, carbohydrates: 0.2, proteins: 0.8 }), { calories_kcal: 43 }],
    ['pure salt', label('Fine Sea Salt', { salt: 99.90582, sodium: 39.333 }), { sodium_mg: 39_333 }],
    ['pure salt, rounded up by its small serving', label('Mediterranean Sea Salt', { fat: 0, carbohydrates: 0, proteins: 0, salt: 105.83418, sodium: 41.667 }), { sodium_mg: 41_667 }],
    ['baking soda', label('Baking Soda', { fat: 0, carbohydrates: 0, proteins: 0, salt: 67.73418, sodium: 26.667 }), { sodium_mg: 26_667 }],
    ['bouillon, half of it salt', label('Bouillon de poulet', { fat: 5.5, carbohydrates: 28, proteins: 7.1, salt: 50.4, sodium: 19.8425196850394 }), { sodium_mg: 19_842.5 }],
    ['polyols', label('Original-caramelle colate', { 'energy-kcal': 275, 'energy-kj': 1_144, fat: '6,9', carbohydrates: 87, sugars: 0, polyols: 87, proteins: '0,3' }), { calories_kcal: 275, carbs_g: 87 }],
    ['polyols that are not stated', label('Caramelos de hierbas suizas sin azúcar', { 'energy-kcal': 235, fat: 0, carbohydrates: 97, sugars: 0, proteins: 0 }), { calories_kcal: 235 }],
    ['fibre inside the carbohydrates', label('Premium Guar Gum', { 'energy-kcal': 0, fat: 0, carbohydrates: 90, sugars: 0, fiber: 90, proteins: 0 }), { calories_kcal: 0, carbs_g: 90, fiber_g: 90 }],
    ['fibre separate from the carbohydrates', label('Son de blé', { 'energy-kcal': 216, fat: 4.7, carbohydrates: 17.7, fiber: 45.1, proteins: 16 }), { calories_kcal: 216, fiber_g: 45.1 }],
    ['water with nothing but zeros', label('Mineralwasser Classic', { 'energy-kcal': 0, fat: 0, carbohydrates: 0, proteins: 0 }), { calories_kcal: 0 }],
    ['oil past 900 kcal', label('Avocado Oil', { 'energy-kcal': 929, fat: 100, carbohydrates: 0, proteins: 0 }), { calories_kcal: 929 }],
  ],
  'unusable names': [
    ['a number alone', { product_name: '1664', brands: '' }, 'rejected: no-name'],
    ['an amount alone', { product_name: '454G', brands: 'Brand' }, 'rejected: no-name'],
    ['a number with its brand is a name', { product_name: '1664', brands: 'Kronenbourg' }, { name: '1664', brand: 'Kronenbourg' }],
    ['???', { product_name: '???' }, 'rejected: no-name'],
    ['★★★', { product_name: '★★★' }, 'rejected: no-name'],
    ['one space', { product_name: ' ' }, 'rejected: no-name'],
    ['180', { product_name: '180' }, 'rejected: no-name'],
    ['a barcode', { product_name: '20458072' }, 'rejected: no-name'],
    ['Test', { product_name: 'Test' }, 'rejected: no-name'],
    ['undefined', { product_name: 'undefined' }, 'rejected: no-name'],
    ['n/a', { product_name: 'n/a' }, 'rejected: no-name'],
    ['Produit inconnu', { product_name: 'Produit inconnu' }, 'rejected: no-name'],
    ['two quotes', { product_name: "''" }, 'rejected: no-name'],
    [')', { product_name: ')' }, 'rejected: no-name'],
    ['@', { product_name: '@' }, 'rejected: no-name'],
    ['every letter lost', { product_name: '��� ���' }, 'rejected: no-name'],
    ['nothing but an emoji', { product_name: '🍓' }, 'rejected: no-name'],
    ['empty', { product_name: '' }, 'rejected: no-name'],
    ['none', { product_name: undefined }, 'rejected: no-name'],
  ],
  'names to clean': [
    ['an entity that was cut at the end', { product_name: 'La Pizza &#034;tonno e Cipolla&#034' }, { name: 'La Pizza "tonno e Cipolla"' }, 'html-entities'],
    ['one without a semicolon', { product_name: 'Saumon (125 G&#41' }, { name: 'Saumon' }, 'html-entities', 'package-size'],
    ['entities around', { product_name: '&quot;Baguette Lyonnais&quot;' }, { name: 'Baguette Lyonnais' }, 'html-entities'],
    ['entities inside', { product_name: 'Варенье &quot;Малиновое&quot;' }, { name: 'Варенье "Малиновое"' }, 'html-entities'],
    ['numeric entities', { product_name: 'Isle Of Jura Single Malt 1liter 40&#37; 10jahre' }, { name: 'Isle Of Jura Single Malt 1liter 40% 10jahre' }, 'html-entities'],
    ['an ampersand that is meant', { product_name: 'Apple & Cinnamon Tea' }, { name: 'Apple & Cinnamon Tea' }],
    ['angle brackets that are meant', { product_name: 'Meatball <<Beef>>' }, { name: 'Meatball <<Beef>>' }],
    ['mojibake', { product_name: 'Palais Des ThÃ©s Pear Green Tea, 3.5oz Metal Tin' }, { name: 'Palais Des Thés Pear Green Tea, Metal Tin' }, 'mojibake', 'package-size'],
    ['mojibake in lower case', { product_name: 'Natreen Clã¡sico Edulcorante Líquido' }, { name: 'Natreen Clásico Edulcorante Líquido' }, 'mojibake'],
    ['mojibake behind an entity', { product_name: 'Hefekuchen Fã&frac14;r Weihnachten' }, { name: 'Hefekuchen Für Weihnachten' }, 'html-entities', 'mojibake'],
    ['a control character for an œ', { product_name: 'Mais Doux France 330G Bio P C\u009cur Bio' }, { name: 'Mais Doux France Bio P Cœur Bio' }, 'mojibake', 'package-size'],
    ['soft hyphens', { product_name: 'Vruch\xadten\xadli\xadmo\xadna\xaddesiroop Fram\xadbo\xados' }, { name: 'Vruchtenlimonadesiroop Framboos' }, 'unicode'],
    ['a zero-width space', { product_name: 'начинкой Creamy\u200b Liqueur' }, { name: 'начинкой Creamy Liqueur' }, 'unicode'],
    ['not NFC', { product_name: 'Sarrasin Souffle\u0301 au Miel Bio' }, { name: 'Sarrasin Soufflé au Miel Bio' }, 'unicode'],
    ['not NFC, in Vietnamese', { product_name: 'tu\u031bo\u031bng ca\u0300' }, { name: 'Tương Cà' }, 'unicode', 'title-case'],
    ['a lost letter', { product_name: 'W\ufffdrz-Erdn\ufffdsse' }, { name: 'W\ufffdrz-Erdn\ufffdsse' }, 'replacement-character'],
    ['an emoji with words', { product_name: '🥖 au Seigle' }, { name: '🥖 au Seigle' }],
    ['emoji of several parts', { product_name: "It's peanut butter man! 👍🏼❤️" }, { name: "It's peanut butter man! 👍🏼❤️" }],
    ['a space at the edge', { product_name: 'Pepsi ' }, { name: 'Pepsi' }],
    ['two spaces inside', { product_name: "Fruit  d'Or 100% végétal" }, { name: "Fruit d'Or 100% végétal" }],
    ['two letters', { product_name: '小米' }, { name: '小米' }],
    ['one letter', { product_name: 'M' }, { name: 'M' }],
    ['a long description', { product_name: 'Sour Jelly Beans, '.repeat(20) }, { name: 'Sour Jelly Beans, '.repeat(20).slice(0, 200).trim() }, 'too-long'],
    ['a name in another language only', { product_name: '', product_name_es: 'Chocolate 100% vegetal' }, { name: 'Chocolate 100% vegetal' }],
  ],
  'names with something else': [
    ['shouted', { product_name: 'POIS CHICHES AU NATUREL' }, { name: 'Pois Chiches au Naturel' }, 'title-case'],
    ['in lower case', { product_name: 'sweet mesquite bbq chips' }, { name: 'Sweet Mesquite BBQ Chips' }, 'title-case'],
    ['a weight at the end', { product_name: 'Pois chiches 500g' }, { name: 'Pois chiches' }, 'package-size'],
    ['a package at the end', { product_name: 'Lemonade 6 x 330 ml' }, { name: 'Lemonade' }, 'package-size'],
    ['a weight at the start', { product_name: '375G Pois chiches' }, { name: 'Pois chiches' }, 'package-size'],
    ['a UPC', { product_name: 'Oat Bars, UPC: 012345678905' }, { name: 'Oat Bars' }, 'code-in-name'],
    ['the brand', { product_name: 'Kornhaus, Oat Bars', brands: 'Kornhaus' }, { name: 'Oat Bars', brand: 'Kornhaus' }, 'repeated-brand'],
    ['a number that belongs to it', { product_name: '7up' }, { name: '7up' }],
    ['a share', { product_name: '2% Reduced Fat Milk' }, { name: '2% Reduced Fat Milk' }],
  ],
  'not food': [
    ['food for cats by its category', { categories_tags: ['en:dog-and-cat-food', 'en:cat-food', 'en:wet-pet-food'] }, 'rejected: not-food'],
    ['beauty', { product_name: 'Skin Active agua micelar', product_type: 'beauty' }, 'rejected: not-food'],
    ['another product', { product_name: 'OCB Premium', product_type: 'product' }, 'rejected: not-food'],
    ['pet food', { product_name: 'Fresh adult anatra', categories_tags: 'en:non-food-products,en:open-pet-food-facts,en:pet-food' }, 'rejected: not-food'],
    ['an image of a sister project', { product_name: 'Dove', image_url: 'https://images.openbeautyfacts.org/images/products/789/842/274/6759/front_en.3.400.jpg' }, 'rejected: not-food'],
    ['toothpaste that its source classifies as food', label('Tandpasta Complete & Mouthwash Long Lasting Fresh', { fat: 1 }), 'rejected: not-food'],
    ['a notebook that its source classifies as food', { product_name: 'Notebook' }, 'rejected: not-food'],
    ['a notebook with nutrients', label('Cahier de révision', { fat: 0, carbohydrates: 58 }), 'rejected: not-food'],
    ['dog treats', { product_name: 'Chewy Dog Treats' }, 'rejected: not-food'],
    ['cat food in German', { product_name: 'Feines Katzenfutter' }, 'rejected: not-food'],
    ['shower gel in French', { product_name: 'Gel douche' }, 'rejected: not-food'],
    ['washing powder', { product_name: 'Lessive liquide' }, 'rejected: not-food'],
    ['a category in another language', { product_name: 'Magic', categories_tags: ['it:dentifricio'] }, 'rejected: not-food'],
    ['a hot dog', { product_name: 'Hot Dog Snacks' }, { name: 'Hot Dog Snacks' }],
    ['biscuits named after cats', { product_name: 'Langues de chat' }, { name: 'Langues de chat' }],
    ['baby food', { product_name: 'Baby food, apples' }, { name: 'Baby food, apples' }],
    ['a lipstick of chocolate', { product_name: 'Rouge à lèvres en chocolat' }, { name: 'Rouge à lèvres en chocolat' }],
  ],
  servings: [
    ['30 g', { serving_size: '30 g' }, { serving_size_g: 30, serving_desc: '30 g' }],
    ['1.06 ONZ (30 g)', { serving_size: '1.06 ONZ (30 g)' }, { serving_size_g: 30, serving_desc: '1.06 ONZ (30 g)' }],
    ['8 OZA (240 ml)', { serving_size: '8 OZA (240 ml)' }, { serving_size_g: null, serving_desc: '8 OZA (240 ml)' }],
    ['8 OZA (240 ml) of milk', { serving_size: '8 OZA (240 ml)', categories_tags: ['en:milks'] }, { serving_size_g: 247.2, serving_desc: '8 OZA (240 ml)' }, 'serving-from-ml'],
    ['100 g (100 GRM)', { serving_size: '100 g (100 GRM)' }, { serving_size_g: 100 }],
    ['17 PIECES | ABOUT (40 g)', { serving_size: '17 PIECES | ABOUT (40 g)' }, { serving_size_g: 40 }],
    ['49gm', { serving_size: '49gm' }, { serving_size_g: 49 }],
    ['130 g (0.5 cup)', { serving_size: '130 g (0.5 cup)' }, { serving_size_g: 130 }],
    ['1 bar (1.84 oz)', { serving_size: '1 bar (1.84 oz)' }, { serving_size_g: 52.2 }],
    ['28.3495g', { serving_size: '28.3495g' }, { serving_size_g: 28.35 }],
    ['2 pralines 2x8g', { serving_size: '2 pralines 2x8g' }, { serving_size_g: 16 }],
    ['a lost letter', { serving_size: '1 porci\ufffdn (40 g)' }, { serving_size_g: 40 }, 'replacement-character'],
    ['entities', { serving_size: '1oz (28g/1&quot; cube)' }, { serving_size_g: 28, serving_desc: '1oz (28g/1" cube)' }, 'html-entities'],
    ['null', { serving_size: 'null' }, { serving_size_g: null, serving_desc: null }, 'placeholder'],
    ['No Indica', { serving_size: 'No Indica' }, { serving_size_g: null, serving_desc: null }, 'placeholder'],
    ['0g', { serving_size: '0g' }, { serving_size_g: null, serving_desc: null }, 'placeholder'],
    ['empty', { serving_size: '' }, { serving_size_g: null, serving_desc: null }],
  ],
}

// biome-ignore format: one case per line
const malformedParquetRows: Record<string, Case[]> = {
  'the Parquet export': [
    ['images in a list', { product_name: [{ lang: 'fr', text: 'Thé' }], images: [{ key: '1', rev: null }, { key: 'front_fr', rev: 11 }] }, { image_url: `${images}/409/999/900/0012/front_fr.11.400.jpg` }],
    ['names in a list', { product_name: [{ lang: 'main', text: '&quot;Baguette Lyonnais&quot;' }] }, { name: 'Baguette Lyonnais' }, 'html-entities'],
    ['no name in the list', { product_name: [] }, 'rejected: no-name'],
    ['float32 numbers', { product_name: [{ lang: 'fr', text: 'Thé' }], nutriments: [{ name: 'salt', '100g': Math.fround(0.33782) }] }, { sodium_mg: 135.1 }, 'sodium-from-salt'],
  ],
}

describe.each(Object.entries(malformedRecords))('%s', (_, cases) => {
  it.each(cases)('%s', (...each) => compare(offRecord, each))
})

describe.each(Object.entries(malformedParquetRows))('%s', (_, cases) => {
  it.each(cases)('%s', (...each) => compare(offParquetRecord, each))
})
