import { describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { categoryWithDescendants } from '../../../src/food/categories.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

const website = withWebsite({}, { withFoods: true })
const get = (path: string, headers: Record<string, string> = {}) => ask(website.url, path, { headers })

describe('the home page', () => {
  it('shows popular foods, categories and a working API request', async () => {
    const page = await website.visit('/')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Nutrition facts for 300 foods')
    expect(await page.locator('.food-card').count()).toBe(6)
    expect(await page.locator('.coverage dd').allInnerTexts()).toEqual(
      expect.arrayContaining(['300', '218', '60']),
    )
    // The example food is in the label, the request and the response.
    const name = await page.locator('.spec .food-name').innerText()
    const command = await page.locator('pre').first().innerText()
    const [, path = ''] = /^curl http:\/\/localhost:\d+(\/\S+)$/.exec(command) ?? []
    const { status, json } = await ask(website.service.apiUrl, path)
    expect([status, json.name]).toEqual([200, name])
    expect(await page.locator('.code-answer').innerText()).toContain(
      `"calories_kcal": ${json.calories_kcal},`,
    )
    for (const chip of await page.locator('.try a').all())
      expect((await get((await chip.getAttribute('href')) ?? '')).text).not.toContain('No results')
    await page.getByRole('link', { name: /^Dairy/ }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dairy')
  })
})

/** The text of the elements that match, without markup. */
const textsIn = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
const foodNames = (html: string) => textsIn(html, /<p class="food-name">(.*?)<\/p>/g)
const linkTo = (html: string, text: string) =>
  new RegExp(`href="([^"]+)"[^>]*>${text}`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

describe('categories', () => {
  it('are listed as shelves, largest first, with the counts of their children', async () => {
    const { text } = await get('/categories')
    const [dairy = ''] = text.split('<li class="card">').slice(1)
    expect(textsIn(dairy, /<a class="tree-top"[^>]*>(.*?)<\/a>/g)).toEqual(['Dairy 52 foods'])
    const children = textsIn(dairy, /<li>(?:<details><summary>|<a [^>]*>)(.*?)<\/(?:summary|a)>/g)
    expect(children).toEqual(expect.arrayContaining(['Milk 20', 'Cheeses 17', 'Yogurts 8', 'Butter 2']))
    expect(children).toEqual(expect.arrayContaining(['Parmesan and hard cheeses 4', 'All in Cheeses']))
    const german = (await get('/de/categories')).text
    expect(german).toContain('<b>Milchprodukte</b>')
    expect(german).toContain('href="/de/category?name=Dairy"')
  })

  it.each([
    ['/categories?find=HARD+CH', '1 category for “HARD CH”', 'Parmesan and hard cheeses'],
    ['/de/categories?find=hartk', '1 Kategorie für „hartk“', 'Parmesan und Hartkäse'],
    ['/de/categories?find=parmesan+hard', '1 Kategorie für „parmesan hard“', 'Parmesan und Hartkäse'],
  ])('can be found by their names: %s', async (path, status, name) => {
    const { text } = await get(path)
    expect(text).toContain(`role="status">${status}<`)
    expect(textsIn(text, /<b>(.*?)<\/b>/g)).toEqual([name])
    expect(text).toContain('<meta name="robots" content="noindex"/>')
  })

  it('offer a food search if none matches', async () => {
    const { text } = await get('/categories?find=zzz')
    expect(text).toContain('No category for “zzz”')
    expect(text).toContain('href="/search?q=zzz"')
  })

  it('of earlier imports are listed last', async () => {
    await website.stores.sql(
      "insert into category_counts select 'Kind ' || n, 1000 from generate_series(1, 400) as n",
    )
    await website.stores.sql('update catalog_stats set refreshed_at = now()')
    const listed = async () => (await get('/categories')).text
    await expect.poll(listed).toContain('Other categories')
    try {
      const text = await listed()
      const [, others = ''] = text.split('<h2>Other categories</h2>')
      expect(others.match(/<b>Kind \d+<\/b>/g)).toHaveLength(150)
      expect(text.length).toBeLessThan(110_000)
    } finally {
      await website.stores.sql("delete from category_counts where category like 'Kind %'")
      await website.stores.sql('update catalog_stats set refreshed_at = now()')
      await expect.poll(listed).not.toContain('Other categories')
    }
  })
})

describe('a category', () => {
  it('lists its foods and those of its child categories by popularity with pagination', async () => {
    const first = (await get('/category?name=Dairy')).text
    expect(foodNames(first)).toHaveLength(24)
    expect(foodNames(first)[0]).toBe('Whole Milk')
    expect(first).toContain('1 to 24 of 52 foods')
    expect(first).not.toContain('name="robots"')
    const second = (await get(linkTo(first, 'Next'))).text
    const third = (await get(linkTo(second, 'Next'))).text
    expect(foodNames(third)).toHaveLength(4)
    expect(new Set([first, second, third].flatMap(foodNames)).size).toBeGreaterThan(48)
    expect(third).toContain('<meta name="robots" content="noindex"/>')
    expect(linkTo(third, 'Next')).toBe('')
  })

  it('can be sorted and shown as cards', async () => {
    const { text } = await get('/category?name=Dairy&sort=protein_g&view=cards')
    expect(text.match(/<article class="food-card">/g)).toHaveLength(24)
    expect(text).toContain('<option value="protein_g" selected>Most protein</option>')
    const [most] = await website.stores.sql<{ name: string }>(
      `select name from foods where is_group_best and category = any($1) and protein_g is not null
         order by protein_g desc, popular_order, id limit 1`,
      [categoryWithDescendants('Dairy')],
    )
    expect(textsIn(text, /<h3 class="food-name">(.*?)<\/h3>/g)[0]).toBe(most?.name)
    const next = new URL(linkTo(text, 'Next'), website.url)
    expect(Object.fromEntries(next.searchParams)).toEqual({
      name: 'Dairy',
      sort: 'protein_g',
      view: 'cards',
      offset: '24',
    })
  })

  it('links to its parents and children', async () => {
    const { text } = await get('/category?name=Cheeses')
    const [crumbs = ''] = /<nav class="crumbs".*?<\/nav>/.exec(text) ?? []
    expect(textsIn(crumbs, /<li>(.*?)<\/li>/g)).toEqual(['Categories', 'Dairy', 'Cheeses'])
    const [children = ''] = /<nav [^>]*aria-label="Categories in Cheeses".*?<\/nav>/.exec(text) ?? []
    expect(textsIn(children, /<li>(.*?)<\/li>/g)[0]).toBe('Cheddar 5')
    const cheddar = (await get(linkTo(children, 'Cheddar'))).text
    expect(foodNames(cheddar)).toHaveLength(5)
    expect(cheddar).not.toContain('aria-label="Categories in')
    expect((await get('/fr/category?name=Cheeses')).text).toContain('<h1>Fromages</h1>')
  })

  it.each([
    ['/category?name=Nonsense', 'Category not found'],
    ['/category', 'Category not found'],
    ['/popular?offset=99999999', 'No more foods'],
    ['/category?name=Dairy&offset=2400', 'No more foods'],
  ])('returns 404 for %s', async (path, text) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.text).toContain(text)
    expect(response.headers['cache-control']).toBe('public, max-age=60')
  })

  it('supports special characters in its name', async () => {
    const name = 'Nuts & <Seeds> "50 %"'
    await website.stores.sql('insert into category_counts values ($1, 7)', [name])
    const { text } = await get('/categories?find=seeds')
    const hrefs = [...text.matchAll(/href="(\/category\?[^"]+)"/g)].map(([, href = '']) =>
      new URL(href.replaceAll('&amp;', '&'), website.url).searchParams.get('name'),
    )
    expect(hrefs).toContain(name)
    expect(text).not.toContain('<Seeds>')
    await website.stores.sql('delete from category_counts where category = $1', [name])
  })
})

describe('the comparison', () => {
  const idOf = async (name: string) => {
    const [food] = await website.stores.sql<{ id: number }>('select id from foods where name = $1', [name])
    return food?.id ?? 0
  }
  const rowOf = (text: string, name: string) =>
    textsIn(
      new RegExp(`<tr><th scope="row"[^>]*>(?:<i [^>]*></i> )?${name}</th>.*?</tr>`).exec(text)?.[0] ?? '',
      /<td[^>]*>(.*?)<\/td>/g,
    )

  it('shows foods side by side and says which has more of what', async () => {
    const ids = [await idOf('Whole Milk'), await idOf('Fat Free Skim Milk')]
    const { text, status } = await get(`/compare?foods=${ids.join(',')}`)
    expect(status).toBe(200)
    expect(rowOf(text, 'Energy')).toEqual(['62 kcal', '35 kcal', ''])
    expect(rowOf(text, 'Fat')).toEqual(['3.3 g', '0.1 g', ''])
    expect(rowOf(text, 'Source')).toEqual(['Open Food Facts', 'Open Food Facts', ''])
    expect(text).toContain('<p>Whole Milk has more energy: 62\u00A0kcal against 35\u00A0kcal</p>')
    expect(text).toContain('<title>Compare Whole Milk and Fat Free Skim Milk · Larder</title>')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    const links = [...text.matchAll(/href="([^"]+)" rel="nofollow" aria-label="((?:Move|Remove) [^"]+)"/g)]
    expect(links.map(([, href, label]) => [label, href])).toEqual([
      ['Remove Whole Milk', `/compare?foods=${ids[1]}`],
      ['Move Fat Free Skim Milk to the left', `/compare?foods=${ids[1]},${ids[0]}`],
      ['Remove Fat Free Skim Milk', `/compare?foods=${ids[0]}`],
    ])
    const serving = (await get(`/compare?foods=${ids.join(',')}&per=serving`)).text
    expect(rowOf(serving, 'Energy')[0]).toBe('149 kcal')
    expect(serving).toContain('Per portion: 1 cup (240 ml), 240 g and')
  })

  it('never takes a value that is not stated for less', async () => {
    const [food] = await website.stores.sql<{ id: number }>(
      `select id from foods
         where potassium_mg is null and calories_kcal is not null and source <> 'ai_estimate' order by id limit 1`,
    )
    const [stated] = await website.stores.sql<{ id: number }>(
      'select id from foods where potassium_mg > 0 order by id limit 1',
    )
    const { text } = await get(`/compare?foods=${food?.id},${stated?.id}`)
    expect(rowOf(text, 'Potassium')[0]).toBe('not stated')
    expect(text).toContain('has more energy')
    expect(text).not.toContain('has more potassium')
  })

  it('starts with one food, a field to add another and at most two like it', async () => {
    const id = await idOf('Whole Milk')
    const { text } = await get(`/compare?foods=${id}`)
    expect(text).toContain('<h1>Compare Whole Milk with another food</h1>')
    const added = [...text.matchAll(/href="\/compare\?foods=(\d+),(\d+)"/g)].map(([, one, other]) => [
      one,
      other,
    ])
    expect(added.length).toBeGreaterThan(0)
    expect(added.length).toBeLessThanOrEqual(2)
    expect(added.every(([one, other]) => one === String(id) && other !== one)).toBe(true)
    const options = (await get(`/compare?foods=${id}&add=skim&part=suggestions`)).text
    expect(options).toContain(`href="/compare?foods=${id},${await idOf('Fat Free Skim Milk')}"`)
    expect(options).toContain(`href="/compare?foods=${id}&amp;add=skim#add"`)
  })

  it.each([
    ['', 'whole milk or skim milk', 'Compare Whole Milk and'],
    ['/de', 'whole milk oder skim milk', 'Vergleich: Whole Milk und'],
    ['/pl', 'whole milk lub skim milk', 'Porównanie: Whole Milk i'],
  ])('is offered by a search: %s %s', async (language, q, expected) => {
    const id = await idOf('Whole Milk')
    const { text } = await get(`${language}/search?${new URLSearchParams({ q })}`)
    expect(text).toMatch(new RegExp(`<a href="${language}/compare\\?foods=${id},\\d+">.*?<b>${expected} `))
    const suggestions = await get(`${language}/search?${new URLSearchParams({ q, part: 'suggestions' })}`)
    expect(suggestions.text).toMatch(
      new RegExp(`^<a class="combo-opt [^>]*href="${language}/compare\\?foods=${id},`),
    )
    expect((await get(`${language}/search?q=whole+milk`)).text).not.toContain('/compare?foods=')
  })

  it('finds foods to add without JavaScript', async () => {
    const id = await idOf('Whole Milk')
    const { text, headers } = await get(`/compare?foods=${id}&add=skim+milk`)
    const skim = await idOf('Fat Free Skim Milk')
    expect(text).toContain(`href="/compare?foods=${id},${skim}" aria-label="Add Fat Free Skim Milk"`)
    expect(headers['cache-control']).toBe('private, max-age=60')
    expect((await get(`/compare?add=x`)).text).toContain('Enter at least 2 characters.')
    expect((await get(`/compare?add=zzzzqqqq`)).text).toContain('No foods for “zzzzqqqq”')
  })

  it('marks estimates, which no sentence compares', async () => {
    const [estimate] = await website.stores.sql<{ id: number }>(
      "select id from foods where source = 'ai_estimate' and calories_kcal is not null order by id limit 1",
    )
    const { text } = await get(`/compare?foods=${await idOf('Whole Milk')},${estimate?.id}`)
    expect(rowOf(text, 'Energy')[1]).toMatch(/^≈ [\d,]+ kcal$/)
    expect(text).not.toContain('has more')
    expect(text).toContain('AI estimates are marked with ≈')
  })

  it('ignores what is no food and shows examples without any', async () => {
    const empty = await get('/compare')
    expect(empty.text).toContain('Popular comparisons')
    expect(empty.text).toMatch(/href="\/compare\?foods=\d+,\d+"/)
    const wrong = await get("/compare?foods=x,0,-1,1'--,999999999")
    expect([wrong.status, wrong.text.includes('1 food was not found.')]).toEqual([200, true])
    const many = await get('/compare?foods=1,2,3,4,5,6')
    expect(many.text).toContain('Only the first 4 foods are compared.')
    expect(many.text).not.toContain('id="add-query"')
  })
})

it('paginates popular foods', async () => {
  const page = await website.visit('/popular')
  const first = await page.locator('.food-name').allInnerTexts()
  expect(first).toHaveLength(24)
  await page.getByRole('link', { name: 'Next' }).click()
  const second = await page.locator('.food-name').allInnerTexts()
  expect(new Set([...first, ...second]).size).toBe(48)
})

describe('barcodes', () => {
  it.each(['0015887170128', '015887170128', '15887170128', '0-015887-170128'])(
    'redirects %s to its food',
    async code => {
      const { status, headers } = await get(`/barcode/${code}`)
      expect(status).toBe(302)
      expect(headers.location).toMatch(/^\/food\/\d+-whole-milk$/)
    },
  )

  it.each([
    ['/barcode/4006381333931', 'Barcode not found', 'You can add it on'],
    ['/barcode/4006381333930', 'Barcode not found', 'probably misread'],
    ['/barcode/01234543', 'Barcode not found', 'code=0012340000053'],
    ['/barcode/banana', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode/hello1world', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode/12', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode/%00', 'Invalid barcode', '8, 12, 13 or 14 digits'],
    ['/barcode?code=123456789012345', 'Invalid barcode', '8, 12, 13 or 14 digits'],
  ])('shows an error page with advice for %s', async (path, title, advice) => {
    const { status, text } = await get(path)
    expect(status).toBe(404)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(advice)
  })

  it('can be entered without a camera', async () => {
    const page = await website.visit('/scan')
    expect(await page.getByRole('button', { name: 'Start camera' }).isVisible()).toBe(false)
    await page.getByLabel('Barcode number').fill('0015887170128')
    await page.getByRole('button', { name: 'Look up' }).click()
    expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
    await page.goto(`${website.url}/barcode`)
    expect(pathOf(page)).toBe('/scan')
  })
})

describe('every page', () => {
  const paths = ['/', '/categories', '/category?name=Dairy', '/compare', '/popular', '/scan']

  it.each(paths)('%s is cacheable and supports conditional requests', async path => {
    const cookie = '__Host-larder=nobody; __Host-larder-notice=signed-out'
    const { status, headers, text } = await get(path, { cookie })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toContain('You have signed out')
    expect(text).toContain(`<link rel="canonical" href="${website.url}${path}"/>`)
    const again = await get(path, { cookie, 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await ask(website.url, path, { method: 'HEAD', headers: { cookie } })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag])
  })

  it.each(['/categories', '/category?name=Dairy', '/compare?foods=2,3', '/scan', '/barcode/1'])(
    '%s fits a narrow phone with touch-sized targets',
    async path => {
      const page = await website.visit(path, { viewport: { width: 320, height: 640 } })
      const { scrollWidth, clientWidth } = await page.locator('html').evaluate(html => ({
        scrollWidth: Reflect.get(html, 'scrollWidth'),
        clientWidth: Reflect.get(html, 'clientWidth'),
      }))
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      for (const target of await page
        .locator('main :is(button, input:not([type=hidden]), select, .btn):visible')
        .all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
    },
  )
})
