// Filters, sorting and paging of the search page, on a catalog with one example per filter.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { withWebsite } from '../../support/browser.ts'

const website = withWebsite({ TRUSTED_PROXIES: '127.0.0.1' })
const folder = mkdtempSync(join(tmpdir(), 'larder-filters-'))

const complete = {
  calories_kcal: 200,
  protein_g: 10,
  fat_g: 8,
  carbs_g: 22,
  sugar_g: 5,
  fiber_g: 3,
  sodium_mg: 400,
  saturated_fat_g: 2,
}

interface Line extends Record<string, unknown> {
  name: string
}

const quiche = (name: string, more: object): Line => ({ name: `Quiche ${name}`, ...complete, ...more })

const foods: Line[] = [
  quiche('plain', {}),
  quiche('in pies', { category: 'Pies and quiches' }),
  quiche('of fruit', { category: 'Fruits' }),
  quiche('branded', { brand: 'Fernhollow Dairy', barcode: '4006381333931' }),
  quiche('other brand', { brand: 'Fernhollows' }),
  quiche('from France', { details: { countries: ['France', 'Italy'] } }),
  quiche('from Spain', { details: { countries: ['Spain'] } }),
  quiche('measured', { source: 'usda' }),
  quiche('with eggs', { details: { allergens: ['eggs', 'milk'] } }),
  quiche('with milk', { details: { allergens: ['milk'], traces: ['nuts'] } }),
  quiche('with photo', { image_url: 'https://images.example/quiche.jpg' }),
  { name: 'Quiche unknown', calories_kcal: 210 },
  quiche('lean', { fat_g: 1, calories_kcal: 137 }),
  ...Array.from({ length: 45 }, (_, n) => ({
    name: `Soup number ${String(n).padStart(2, '0')}`,
    ...complete,
    protein_g: (n * 7) % 45 === 0 ? undefined : 1 + ((n * 7) % 45) / 5,
    popularity: (n * 11) % 45,
  })),
  ...['4006381333948', '4006381333955', '4006381333962', '4006381333979'].map(barcode => ({
    name: 'Tomato passata',
    brand: 'Rosso',
    barcode,
    ...complete,
  })),
  { name: 'Tomato passata', brand: 'Verde', ...complete },
]

beforeAll(async () => {
  const file = join(folder, 'foods.jsonl')
  const lines = foods.map((food, n) => JSON.stringify({ source: 'off', source_id: String(n), ...food }))
  writeFileSync(file, lines.join('\n'))
  await withConnection(website.stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'per-line' } }] }),
  )
  // A search does not wait long for the vocabulary of the imported foods.
  await vi.waitFor(async () => expect(await namesOf('q=quiche')).toContain('Quiche of fruit'), 10_000)
})
afterAll(() => rmSync(folder, { recursive: true }))

const unescapeHtml = (html: string) => html.replaceAll('&amp;', '&')

let searches = 0

async function search(query: string) {
  // A new visitor every time, because searches per visitor are limited.
  const headers = { 'x-forwarded-for': `203.0.113.${++searches % 250}` }
  const { status, text } = await ask(website.url, `/search?${query}`, { headers })
  expect(status).toBe(200)
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => unescapeHtml(match))
  return {
    text,
    names: found(/class="food-name"><a href="[^"]+">([^<]+)</g),
    links: found(/class="food-name"><a href="([^"]+)"/g),
    more: found(/class="food-more" href="([^"]+)"/g),
    next: found(/rel="next" href="([^"]+)"/g)[0],
    previous: found(/rel="prev" href="([^"]+)"/g)[0],
    chips: found(/<a class="chip" href="(\/search[^"]+)"/g),
  }
}

const namesOf = async (query: string) => (await search(query)).names

describe('filters', () => {
  // query string, a food that passes, one that does not
  it.each([
    ['category=Pies+and+quiches', 'Quiche in pies', 'Quiche of fruit'],
    ['category=Meals', 'Quiche in pies', 'Quiche of fruit'],
    ['brand=fernhollow', 'Quiche branded', 'Quiche other brand'],
    ['brand=DAIRY', 'Quiche branded', 'Quiche other brand'],
    ['country=Frankreich', 'Quiche from France', 'Quiche from Spain'],
    ['exclude_allergens=eggs', 'Quiche with milk', 'Quiche with eggs'],
    ['exclude_allergens=eggs&exclude_allergens=fish', 'Quiche with milk', 'Quiche plain'],
    ['source=usda', 'Quiche measured', 'Quiche plain'],
    ['kind=generic', 'Quiche measured', 'Quiche branded'],
    ['kind=branded', 'Quiche branded', 'Quiche measured'],
    ['source=off', 'Quiche plain', 'Quiche measured'],
    ['has_image=true', 'Quiche with photo', 'Quiche plain'],
    ['complete=true', 'Quiche plain', 'Quiche unknown'],
    ['fat_g_max=1', 'Quiche lean', 'Quiche plain'],
    ['calories_kcal_max=150', 'Quiche lean', 'Quiche plain'],
    ['calories_kcal_min=205', 'Quiche unknown', 'Quiche plain'],
    // An unknown value is in no range.
    ['protein_g_min=0', 'Quiche plain', 'Quiche unknown'],
    ['carbs_g_min=22&carbs_g_max=22', 'Quiche plain', 'Quiche unknown'],
    ['sugar_g_max=5', 'Quiche plain', 'Quiche unknown'],
    ['fiber_g_min=3', 'Quiche plain', 'Quiche unknown'],
    ['sodium_mg_max=400', 'Quiche plain', 'Quiche unknown'],
  ])('%s', async (filter, passing, failing) => {
    expect(await namesOf('q=quiche')).toEqual(expect.arrayContaining([passing, failing]))
    const names = await namesOf(`q=quiche&${filter}`)
    expect(names).toContain(passing)
    expect(names).not.toContain(failing)
  })

  it('apply to corrected words, to fewer words and to barcodes', async () => {
    expect(await namesOf('q=quishe+france&country=Spain')).not.toContain('Quiche from France')
    expect(await namesOf('q=quiche+spain&fat_g_max=1')).toEqual(['Quiche lean'])
    expect(await namesOf('q=4006381333931&brand=fernhollow')).toEqual(['Quiche branded'])
    expect(await namesOf('q=4006381333931&source=usda')).toEqual([])
  })

  it('are listed with links that remove one', async () => {
    const { chips, names, text } = await search('q=quiche&kind=branded&fat_g_max=1&brand=rosso&sort=name')
    expect(names).toEqual([])
    expect(chips).toEqual([
      '/search?q=quiche&kind=branded&fat_g_max=1&sort=name',
      '/search?q=quiche&kind=branded&brand=rosso&sort=name',
    ])
    // The tabs are links that keep the other filters.
    expect(unescapeHtml(text)).toContain('href="/search?q=quiche&brand=rosso&fat_g_max=1&sort=name">All')
    expect(text).toMatch(/aria-current="page">Branded/)
    expect(text).toContain('Remove all filters')
  })

  it('ignore and show what they cannot use', async () => {
    const { text, names } = await search('q=quiche&category=%3Cb%3E&fat_g_min=many')
    expect(text).toContain('Not used as a filter: Category: &lt;b>; Fat: many')
    expect(names).toEqual(await namesOf('q=quiche'))
  })

  it.each([`' or 1=1 --`, `"}'::jsonb`, '%', '\\', '\0', '\ud800', `a' & 'b`, '{"source":1}'])(
    'are safe from %j',
    async value => {
      const text = encodeURIComponent(value.toWellFormed())
      for (const name of ['category', 'brand', 'country', 'source', 'fat_g_min', 'sort', 'offset', 'same'])
        expect((await search(`q=quiche&${name}=${text}`)).text).toContain('</html>')
    },
  )

  it('are the same in the API', async () => {
    for (const filter of ['fat_g_max=1', 'brand=fernhollow', 'exclude_allergens=eggs,milk', 'country=fr']) {
      const { json } = await ask(website.service.apiUrl, `/search?q=quiche&limit=20&${filter}`)
      expect(json.map(({ name }: Line) => name)).toEqual(await namesOf(`q=quiche&${filter}`))
    }
  })
})

describe('sorting', () => {
  const proteins = async (query: string) => {
    const names = await namesOf(query)
    return names.map(name => foods.find(food => food.name === name)?.['protein_g'])
  }

  it('orders by a nutrient, unknown values last', async () => {
    const falling = await proteins('q=soup&sort=-protein_g&calories_kcal_max=900')
    expect(falling[0]).toBe(1 + 44 / 5)
    expect(falling).toEqual(falling.toSorted((one, other) => Number(other) - Number(one)))
    expect((await proteins('q=soup&sort=protein_g'))[0]).toBe(1 + 1 / 5)
    expect((await proteins('q=soup&sort=protein_g&offset=40')).at(-1)).toBeUndefined()
  })

  it('orders by name and popularity', async () => {
    expect((await namesOf('q=soup&sort=name')).slice(0, 2)).toEqual(['Soup number 00', 'Soup number 01'])
    // 41 × 11 = 10 × 45 + 1, so 4 × 11 = 44 is the most popular.
    expect((await namesOf('q=soup&sort=popularity'))[0]).toBe('Soup number 04')
  })

  it('falls back to relevance', async () => {
    expect(await namesOf('q=soup&sort=nothing')).toEqual(await namesOf('q=soup'))
  })
})

describe('pages', () => {
  it.each(['', '&sort=-protein_g', '&fat_g_max=50'])('follow each other without overlap%s', async more => {
    const seen: string[] = []
    const first = await search(`q=soup${more}`)
    expect(first.previous).toBeUndefined()
    let page = first
    for (let pages = 1; ; pages++) {
      seen.push(...page.links)
      if (page.next === undefined) {
        expect(pages).toBe(3)
        break
      }
      page = await search(page.next.replace('/search?', ''))
    }
    expect(seen).toHaveLength(45)
    expect(new Set(seen).size).toBe(45)
    expect((await search(page.previous?.replace('/search?', '') ?? '')).links).toEqual(seen.slice(20, 40))
  })

  it('end with the last page', async () => {
    const { names, next, text } = await search('q=soup&offset=1000')
    expect([names.length, next]).toEqual([5, undefined])
    expect(text).toContain('41–45 of 45')
  })
})

describe('foods with the same name and brand', () => {
  it('are one entry with a link to the others', async () => {
    const { names, more, text } = await search('q=tomato+passata')
    expect(names).toEqual(['Tomato passata', 'Tomato passata'])
    expect(text).toContain('+3 more entries')
    expect(more).toHaveLength(1)
    const same = await search(more[0]?.replace('/search?', '') ?? '')
    expect(same.names).toHaveLength(4)
    expect(same.text.match(/class="food-sub">Rosso</g)).toHaveLength(4)
    expect(same.text).toContain('href="/search?q=tomato+passata"')
  })

  it('are counted and listed with the filters', async () => {
    const { more } = await search('q=tomato+passata&has_image=true')
    expect(more).toEqual([])
    expect(await namesOf('q=tomato+passata&same=999999999')).toEqual([])
  })
})

describe('the understanding of a query', () => {
  it.each([
    ['200+g+of+quiche', 'Showing results for <a href="/search?q=quiche">quiche</a>'],
    ['quihce+plain', 'Showing results for <a href="/search?q=quiche+plain">quiche plain</a>'],
    [
      'quiche+from+spain+number',
      'No food has all of these words. Showing results for <a href="/search?q=quiche+spain">quiche spain</a>',
    ],
  ])('is shown for %s', async (q, text) => {
    expect((await search(`q=${q}`)).text).toContain(text)
  })

  it.each(['quiche', 'quiches', 'soup+numb', 'tomato+passata+rosso'])('is not repeated for %s', async q => {
    const { text } = await search(`q=${q}`)
    expect(/Showing results for.{0,60}/.exec(text)?.[0]).toBeUndefined()
  })
})

it('shows cards on request, and keeps them for the other pages', async () => {
  const { text, next } = await search('q=soup&view=cards')
  expect(text.match(/class="food-card"/g)).toHaveLength(20)
  expect(next).toBe('/search?q=soup&view=cards&offset=20')
})

describe('the form', () => {
  it('works without JavaScript', async () => {
    const page = await website.visit('/search?q=quiche')
    await page.getByLabel('Fat in g, at most', { exact: true }).fill('1')
    await page.getByLabel('Sort by').selectOption('Name')
    await page.getByRole('button', { name: 'Show results' }).click()
    expect(await page.locator('.food-name').allInnerTexts()).toEqual(['Quiche lean'])
    await page.getByRole('link', { name: 'Fat: at most 1 g' }).click()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('sort'), searchParams.get('fat_g_max')]).toEqual(['name', null])
  })

  it('applies changes at once with JavaScript, and goes back', async () => {
    const page = await website.visit('/search?q=quiche', { javaScriptEnabled: true })
    await page.getByLabel('Has a picture').check()
    await page.waitForURL('**/search?q=quiche&has_image=true')
    expect(await page.locator('.food-name').allInnerTexts()).toEqual(['Quiche with photo'])
    await page.goBack()
    expect(await page.locator('.food-name').count()).toBeGreaterThan(5)
  })
})
