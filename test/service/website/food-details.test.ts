// The food page and `larder inspect` with the details of a food.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { ask } from '../../../lab/clients/http.ts'
import { environmentFor } from '../../../lab/service.ts'
import type { FoodDetails } from '../../../src/food/food-details.ts'
import { pagePath } from '../../../src/food/page-path.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()

const details: FoodDetails = {
  names: { en: 'Whole Milk', de: 'Vollmilch', ar: 'حليب <كامل>' },
  countries: ['France', 'Germany'],
  ingredients: 'Pasteurized _MILK_, vitamin D3, <b>milk</b> solids',
  allergens: ['milk', 'es:avena'],
  traces: ['soybeans', 'nuts', 'pt:látex'],
  labels: ['organic', 'fr:label rouge extra', 'gluten free'],
  nutri_score: 'b',
  nova_group: 1,
  micronutrients: { calcium_mg: 120, vitamin_d_ug: 1.2, trans_fat_g: 0.1, vitamin_b12_ug: 0 },
  portions: [
    { description: '1 cup', grams: 240 },
    { description: '1 tablespoon', grams: 15.2 },
  ],
  package_quantity: '4 x 1 l',
}

interface PageOfFood {
  id: number
  path: string
}

let milk: PageOfFood
let other: PageOfFood
beforeAll(async () => {
  milk = await findFood('barcode = $1', '0015887170128')
  other = await findFood('name ilike $1', '%manuka honey%')
  await fixture.stores.sql('delete from food_details where food_id = any($1)', [[milk.id, other.id]])
  await fixture.stores.sql('insert into food_details (food_id, details) values ($1, $2)', [milk.id, details])
})

async function findFood(condition: string, value: string): Promise<PageOfFood> {
  const [food] = await fixture.stores.sql<{ id: number; name: string }>(
    `select id, name from foods where ${condition} limit 1`,
    [value],
  )
  if (food === undefined) throw new Error(`no food where ${condition}: ${value}`)
  return { id: food.id, path: pagePath(food.id, food.name) }
}

const pageOf = async ({ path }: PageOfFood, search = '') =>
  (await ask(fixture.service.websiteUrl, path + search)).text

/** The text of a section, without tags. */
function section(html: string, titleId: string): string | undefined {
  const [, found] =
    new RegExp(`<section[^>]*aria-labelledby="${titleId}"[^>]*>(.*?)</section>`, 's').exec(html) ?? []
  return found
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

describe('the food page', () => {
  it('shows ingredients with allergens emphasized and escaped', async () => {
    const html = await pageOf(milk)
    expect(html).toContain(
      'Pasteurized <strong>MILK</strong>, vitamin D3, &lt;b><strong>milk</strong>&lt;/b> solids',
    )
    expect(section(html, 'ingredients-title')).toContain(
      'Contains Milk, Oats May contain traces of Soybeans, Nuts, látex',
    )
  })
  it('shows vitamins and minerals per 100 g, per portion and in percent of the daily value', async () => {
    const table = section(await pageOf(milk, '?amount=50&unit=g'), 'micronutrients-title')
    expect(table).toContain('Vitamins Vitamin D 1.2 µg 0.6 µg 3% Vitamin B12 0 µg 0 µg 0%')
    expect(table).toContain('Minerals Calcium 120 mg 60 mg 5%')
    expect(table).toContain('Other substances Trans fat 0.1 g 0.05 g *')
  })
  it('offers household portions as links', async () => {
    const html = await pageOf(milk, '?amount=1&unit=tbsp')
    const links = [...html.matchAll(/<a class="chip" href="([^"]+)"[^>]*?( aria-current="true")?>([^<]+)</g)]
    expect(links.map(([, href, current, name]) => [href, current !== undefined, name])).toEqual([
      [`${milk.path}?amount=1&unit=cup`, false, '1 cup, 240 g'],
      [`${milk.path}?amount=1&unit=tbsp`, true, '1 tablespoon, 15.2 g'],
      [`${milk.path}?amount=1&unit=glass`, false, '1 glass, 244 g'],
      [`${milk.path}?amount=1&unit=tsp`, false, '1 teaspoon, 5 g'],
      [`${milk.path}?amount=100&unit=g`, false, '100 g'],
    ])
    expect(html).toContain(
      '<option value="cup" data-grams="240" data-name="cup" data-name-other="cups">cup (240 g)</option>',
    )
    expect(html).toContain('<option value="ml" data-grams="1.0144" data-name="ml">')
  })
  it('shows scores, package and countries', async () => {
    const facts = section(await pageOf(milk), 'product-title')
    expect(facts).toMatch(/Nutri-Score B .*NOVA group 1: unprocessed or minimally processed/)
    expect(facts).toContain(
      'Package 4 x 1 l Labels and claims Organic, Gluten-free, label rouge extra Sold in France, Germany',
    )
  })
  it('shows the names in other languages with their language', async () => {
    const html = await pageOf(milk)
    expect(html).toContain('<h1 lang="en">Whole Milk</h1>')
    expect(html).toContain('<dt>German</dt><dd lang="de" dir="auto">Vollmilch</dd>')
    expect(html).toContain('<dt>Arabic</dt><dd lang="ar" dir="auto">حليب &lt;كامل></dd>')
    expect(section(html, 'names-title')).not.toContain('English')
  })
  it('is in the language of the reader: names, allergens, countries, labels and portions', async () => {
    const german = { id: milk.id, path: `/de${milk.path}` }
    const html = await pageOf(german, '?amount=2&unit=tbsp')
    expect(html).toContain('<title>Vollmilch (Fernhollow Dairy) · Larder</title>')
    expect(html).toContain('<h1>Vollmilch</h1><p class="small muted" lang="en">Whole Milk</p>')
    expect(section(html, 'ingredients-title')).toContain(
      'Enthält Milch, Hafer Kann Spuren enthalten von Soja, Schalenfrüchte (Nüsse), látex',
    )
    expect(html).toContain('<span lang="pt">látex</span>')
    expect(section(html, 'product-title')).toContain(
      'Siegel und Angaben Bio, Glutenfrei, label rouge extra Erhältlich in Frankreich, Deutschland',
    )
    expect(html).toContain('<option value="tbsp" data-grams="15.2" data-name="Esslöffel"')
    // 30.4 g with the nutrient reference values of the EU: 5 µg of vitamin D, 800 mg of calcium.
    expect(section(html, 'micronutrients-title')).toMatch(
      /Vitamin D 1,2 µg 0,365 µg 7 %.*Calcium 120 mg 36,5 mg 5 %/,
    )
    expect(section(html, 'names-title')).toContain('Englisch Whole Milk')
    const list = await ask(fixture.service.websiteUrl, '/de/search?q=whole+milk')
    expect(list.text).toContain(`<a href="/de${milk.path}">Vollmilch</a>`)
    const english = await ask(fixture.service.websiteUrl, '/search?q=whole+milk')
    expect(english.text).toContain(`<a href="${milk.path}">Whole Milk</a>`)
  })
  it('says that nothing is stated for a food without details', async () => {
    const html = await pageOf(other)
    for (const title of ['micronutrients', 'names']) expect(section(html, `${title}-title`)).toBeUndefined()
    expect(section(html, 'ingredients-title')).toBe(
      'Ingredients and allergens Ingredients not stated Contains not stated May contain traces of not stated ' +
        'Vitamins and minerals not stated What is not stated may still be in the food. If you have an allergy, check the package. ' +
        'You may find more on Open Food Facts .',
    )
  })
})

describe('larder inspect', () => {
  const run = promisify(execFile)
  const inspect = async (food: PageOfFood, ...options: string[]) => {
    const command = [...programArguments(), 'inspect', String(food.id), ...options]
    return (
      await run(process.execPath, command, { env: { ...process.env, ...environmentFor(fixture.stores) } })
    ).stdout
  }

  it('prints the details', async () => {
    const printed = (await inspect(milk)).replace(/ +/g, ' ')
    expect(printed).toContain('Vitamins and minerals per 100 g\n vitamin D 1.2 µg\n')
    expect(printed).toContain('\n name in de Vollmilch\n')
    expect(printed).toContain('\n 1 tablespoon 15.2 g\n')
    expect(printed).toContain('\n package 4 x 1 l\n ingredients Pasteurized _MILK_')
    expect(printed).toContain(
      '\n allergens milk, es:avena\n traces soybeans, nuts, pt:látex\n labels organic, fr:label rouge extra, gluten free\n Nutri-Score B\n NOVA group 1\n',
    )
    expect(printed).toContain('\n countries France, Germany\n')
    expect(await inspect(other)).not.toContain('Details')
  })
  it('has them in its JSON output', async () => {
    expect(JSON.parse(await inspect(milk, '--json')).details).toEqual(details)
    expect(JSON.parse(await inspect(other, '--json')).details).toBeNull()
  })
})
