// Five imports, one after the other, and what they import.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Product = Record<string, unknown>

interface Step {
  name: string
  /** Of the program. */
  args: string[]
  env?: Record<string, string>
  /** It is killed when it has reported this many lines of progress, and started again. */
  killedAfter?: number[]
}

export function makeSteps(folder: string, fixtureFoods: string): Step[] {
  const products = makeProducts(fixtureFoods)
  const write = (name: string, lines: Product[]) => {
    writeFileSync(join(folder, name), gzipSync(lines.map(line => JSON.stringify(line)).join('\n')))
    return ['import', 'off', join(folder, name), '--full']
  }
  const deltas = join(folder, 'deltas')
  mkdirSync(deltas)
  const changed = products.slice(1900).map((product, n) => ({ ...product, brands: `Brand ${n % 3}` }))
  write('deltas/openfoodfacts_products_1700001000_1700003000.json.gz', changed)
  const full = write('full.jsonl.gz', products.slice(0, 2000))
  const popular = products.map((product, n) => ({ ...product, unique_scans_n: n }))
  const more = write('more.jsonl.gz', popular)
  return [
    { name: 'full', args: full },
    { name: 'delta', args: ['sync', 'off', '--from', deltas] },
    { name: 'repeated', args: full },
    { name: 'killed', args: more, killedAfter: [1, 4, 12] },
    { name: 'other image hosts', args: [...more, '--force'], env: { IMAGE_HOSTS: 'images.example' } },
  ]
}

/** Products as people type them: twins, codes without zeros, missing and impossible values, one code twice. */
function makeProducts(fixtureFoods: string): Product[] {
  const foods = readFileSync(fixtureFoods, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return Array.from({ length: 2400 }, (_, n) => {
    const food = foods[n % foods.length]
    const energy = { 'energy-kcal_100g': food.calories_kcal * (n % 31 === 0 ? 10 : 1) }
    const macronutrients = {
      proteins_100g: food.protein_g,
      fat_100g: food.fat_g,
      carbohydrates_100g: food.carbs_g,
    }
    const host = n % 4 === 0 ? 'images.example' : 'images.openfoodfacts.org'
    return {
      code: String(n % 97 === 0 ? n : 4_000_000_000_000 + (n % 2200) * 7919),
      lang: n % 4 === 0 ? 'de' : 'en',
      product_name: n % 53 === 0 ? '' : `${food.name} ${'abcdefgh'[Math.floor(n / foods.length)]}`,
      brands: n % 5 === 0 ? '' : food.brand,
      countries_tags: n % 3 === 0 ? ['en:germany'] : ['en:france', 'en:germany'],
      allergens_tags: n % 7 === 0 ? ['en:milk'] : [],
      serving_size: food.serving_desc,
      image_front_url: n % 2 === 0 ? `https://${host}/images/products/${n}/front_en.3.400.jpg` : '',
      unique_scans_n: food.popularity,
      last_modified_t: 1_700_000_000 + n,
      nutriments: n % 11 === 0 ? {} : { ...energy, ...macronutrients },
    }
  })
}
