// The amount that a search names, and meals and recipes.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { localeNames, pathIn } from '../../../src/website/i18n/locales.ts'
import { messages } from '../../../src/website/messages/compiled/index.ts'
import { tabTo, withWebsite } from '../../support/browser.ts'

const website = withWebsite({ TRUSTED_PROXIES: '127.0.0.1' }, { withFoods: true })
const get = (path: string) => ask(website.url, path)
const pathWith = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(parameters)}`
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ')

const ids: Record<string, number> = {}
beforeAll(async () => {
  const foods = await website.stores.sql<{ id: number; name: string }>(
    `select id, name from foods where name in ('Eggs, hard-boiled', 'Whole Milk', 'Bread, rye', 'Oats, rolled, dry', 'Free Range Eggs, Medium')`,
  )
  for (const { id, name } of foods) ids[name] = id
  expect(Object.keys(ids)).toHaveLength(5)
})

describe('a search with an amount', () => {
  it('shows the amount of each food and leads to it', async () => {
    const { text } = await get(pathWith('/search', { q: '2 boiled eggs' }))
    const [row = ''] = /<div class="food-row">(?:(?!food-row).)*Eggs, hard-boiled.*?<\/li>/s.exec(text) ?? []
    expect(textOf(row)).toMatch(/Eggs, hard-boiled 2 large · 100 g Reference food 155 kcal .*12\.6 g/)
    expect(text).toContain('Food, for the amount in your search')
    const path = `/food/${ids['Eggs, hard-boiled']}-eggs-hard-boiled`
    expect(row).toContain(`href="${path}?amount=2&amp;unit=large"`)

    const food = await get(`${path}?amount=2&unit=large`)
    expect(textOf(food.text)).toContain('Portion size 2 large (100 g)')
    expect(food.text).toContain(`<link rel="canonical" href="${website.url}${path}"/>`)
    expect(food.text).toContain(
      `<span id="share-url" hidden="">${website.url}${path}?amount=2&amp;unit=large<`,
    )
  })

  it.each([
    ['/search', '250 g whole milk', '250 g', '155 kcal'],
    ['/search', 'half a cup of whole milk', '0.5 cup · 120 g', '74 kcal'],
    ['/de/search', 'zwei Eier', '2 große Stück · 100 g', '155 kcal'],
    ['/fr/search', '2 œufs', '2 grandes pièces · 100 g', '155 kcal'],
  ])('%s?q=%s: %s', async (path, q, amount, energy) => {
    const text = textOf((await get(pathWith(path, { q }))).text)
    expect(text).toContain(amount)
    expect(text).toContain(energy)
  })

  it('says where a weight is unknown, and changes nothing without an amount', async () => {
    const { text } = await get(pathWith('/search', { q: '2 sticks of rice cakes' }))
    expect(textOf(text)).toMatch(/Rice Cakes, Lightly Salted per 100 g .*378 kcal/)
    const plain = await get(pathWith('/search', { q: 'boiled eggs' }))
    expect(plain.text).toContain('Food, per 100 g')
    expect(plain.text).not.toContain('?amount=')
  })

  it('shows it on cards and in suggestions', async () => {
    const { text } = await get(pathWith('/search', { q: '2 boiled eggs', view: 'cards' }))
    expect(textOf(text)).toContain('155 kcal, 2 large · 100 g')
    const suggestions = await get(pathWith('/search', { q: '2 eggs hard', part: 'suggestions' }))
    expect(textOf(suggestions.text)).toMatch(/Eggs, hard-boiled 2 large · 100 g 155 kcal/)
    expect(suggestions.text).toContain('?amount=2&amp;unit=large')
  })
})

describe('a sentence with several foods', () => {
  it('leads to the meal if each has an amount', async () => {
    const q = '2 boiled eggs and a slice of rye bread'
    const { status, headers } = await get(pathWith('/de/search', { q }))
    expect([status, headers.location]).toEqual([302, pathWith('/de/meal', { q })])
    const asOne = await get(pathWith('/search', { q, as: 'food' }))
    expect([asOne.status, asOne.text.includes('class="meal-link"')]).toEqual([200, true])
    expect(asOne.text).toMatch(/href="\/search\?q=[^"]*&amp;as=food"/)
    expect((await get(pathWith('/search', { q, kind: 'generic' }))).status).toBe(200)
  })

  it('offers the meal first otherwise', async () => {
    const q = 'Haferflocken 60 g mit Milch'
    const { text } = await get(pathWith('/de/search', { q }))
    expect(text).toContain(`<a class="meal-link" href="${pathWith('/de/meal', { q })}" rel="nofollow">`)
    expect(textOf(text)).toContain('Als Mahlzeit zusammenrechnen Haferflocken 60 g und Milch')
    expect((await get('/search?q=milk')).text).not.toContain('class="meal-link"')
  })

  it.each([
    '2 boiled eggs and a slice of rye bread with butter',
    'Haferflocken 60 g mit Milch',
    'deux œufs et une tranche de pain',
    '1 banana, 2 tbsp peanut butter\n500 ml whole milk',
  ])('adds up as the API does: %s', async q => {
    const { json } = await ask(website.service.apiUrl, pathWith('/meals', { q }))
    const text = textOf((await get(pathWith('/meal', { q }))).text)
    expect(text).toMatch(new RegExp(`Your meal (?:at least )?${Math.round(json.totals.calories_kcal)} kcal`))
    for (const { food } of json.items) expect(text).toContain(food.name)
  })

  it('says what was assumed and what was not understood', async () => {
    const { text, headers } = await get(pathWith('/meal', { q: '2 boiled eggs, oats and a zzzzqqqq xxyyzz' }))
    const shown = textOf(text)
    expect(shown).toContain('“boiled eggs” is taken as Eggs, hard-boiled. 1 large = 50 g.')
    expect(shown).toMatch(/No amount is given: counted as/)
    expect(shown).toContain('No food was found for: a zzzzqqqq xxyyzz. It is not counted.')
    expect(headers['cache-control']).toBe('private, max-age=60')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
  })
})

describe('a meal by its address', () => {
  const mealOf = (...items: [name: string, rest: string][]) =>
    `/meal?items=${items.map(([name, rest]) => `${ids[name]}${rest}`).join(',')}`

  it('holds foods, amounts and units, and is cached like a food', async () => {
    const path = mealOf(['Eggs, hard-boiled', '_2_large'], ['Whole Milk', '_200'])
    const { text, headers, status } = await get(path)
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Your meal 279 kcal 14% of daily intake')
    expect(textOf(text)).toMatch(/In all 300 g .*Energy 279 kcal 14% .*Protein 19\.2 g/)
    expect(headers['cache-control']).toMatch(/^public, max-age=60/)
    expect(headers.vary).toContain('Cookie')
    expect(text).toContain(`<link rel="canonical" href="${website.url}${path}"/>`)
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).toContain('<title>Meal: Eggs, hard-boiled and Whole Milk')
    const european = await ask(website.url, path, { headers: { 'accept-language': 'en-IE' } })
    expect(textOf(european.text)).toContain('% reference intake')
    expect(textOf(european.text)).toMatch(/Energy 279 kcal 1,167 kJ 14% .*Salt 0\.53 g 9%/)
  })

  it('never counts unknown values as zero', async () => {
    const { text } = await get(mealOf(['Free Range Eggs, Medium', '_100'], ['Whole Milk', '_100']))
    const shown = textOf(text)
    expect(shown).toContain('Not stated: ')
    expect(shown).toMatch(/Fiber at least \S+ g at least 0% /)
    expect(shown).toContain('It counts as unknown, not as zero.')
    const alone = textOf((await get(mealOf(['Free Range Eggs, Medium', '_100']))).text)
    expect(alone).toMatch(/Fiber not stated /)
    const european = await ask(website.url, mealOf(['Free Range Eggs, Medium', '_100']), {
      headers: { 'accept-language': 'en-IE' },
    })
    expect(textOf(european.text)).toContain(
      'Not stated: fat, saturated fat, carbs, sugars, fiber, protein, and salt',
    )
  })

  it('asks for an amount that is missing, and counts what it has', async () => {
    const { text } = await get(mealOf(['Whole Milk', '_0'], ['Bread, rye', '_1_slice']))
    expect(textOf(text)).toMatch(/Your meal at least 83 kcal/)
    expect(textOf(text)).toContain('Enter an amount above 0')
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(1)
    // A unit of another food is weighed as in a sentence.
    const exchanged = textOf((await get(mealOf(['Bread, rye', '_2_large']))).text)
    expect(exchanged).toMatch(/Bread, rye .*kcal/)
    const usual = textOf((await get(mealOf(['Bread, rye', '']))).text)
    expect(usual).toContain('Your meal 83 kcal')
  })

  it('ignores what is no food, and counts at most 40', async () => {
    const one = `${ids['Whole Milk']}_100`
    const { text } = await get(`/meal?items=x,${one},0,-1,1'--,999999999_5,${one}_${'z'.repeat(99)}`)
    expect(textOf(text)).toContain('1 food was not found. It is not counted.')
    expect(text.match(/class="meal-item"/g)).toHaveLength(1)
    const many = await get(`/meal?items=${Array(50).fill(one).join(',')}`)
    expect(many.text.match(/class="meal-item"/g)).toHaveLength(40)
    expect(textOf(many.text)).toContain('Only the first 40 foods are counted.')
    const long = await get(pathWith('/meal', { q: '<script>alert(1)</script> '.repeat(200) }))
    expect(long.status).toBe(200)
    expect(long.text).not.toContain('<script>alert')
    for (const name of ['servings', 'cooked', 'find', 'change'])
      expect((await get(`/meal?items=${one}&${name}=%22%3E%3Cu%3E`)).text).not.toContain('"><u>')
  })

  it('of a form becomes short', async () => {
    const form = new URLSearchParams([
      ...Object.entries({ food: String(ids['Whole Milk']), amount: '1,5', unit: 'cup' }),
      ...Object.entries({ food: String(ids['Bread, rye']), amount: 'two', unit: 'slice' }),
      ...Object.entries({ q: 'an apple', servings: '', cooked: '' }),
    ])
    const { status, headers } = await get(`/fr/meal?${form}`)
    const items = `${ids['Whole Milk']}_1.5_cup,${ids['Bread, rye']}__slice`
    expect([status, headers.location]).toEqual([302, `/fr/meal?items=${items}&q=an+apple`])
  })

  it('exchanges a food and keeps its amount', async () => {
    const path = mealOf(['Eggs, hard-boiled', '_2_large'], ['Whole Milk', '_200'])
    const { text, headers } = await get(`${path}&change=1`)
    const [, other] =
      /href="(\/meal\?items=\d+_2_large,\d+_200)" rel="nofollow">Eggs, whole, raw/.exec(text) ?? []
    expect(other).toBeDefined()
    expect(headers['cache-control']).toBe('private, max-age=60')
    expect(textOf((await get(other ?? '')).text)).toContain('Your meal 267 kcal')
    const found = await get(`${path}&change=2&find=rye+bread`)
    expect(found.text).toMatch(/_2_large,\d+_200" rel="nofollow">Bread, rye/)
    expect(text).toContain(`href="/meal?items=${ids['Whole Milk']}_200"`)
  })

  it('is a recipe with servings and cooked weight', async () => {
    const path = mealOf(['Oats, rolled, dry', '_200'], ['Whole Milk', '_1000'])
    const { text } = await get(`${path}&servings=4&cooked=1000`)
    expect(textOf(text)).toContain('Your recipe 345 kcal per serving · 17% of daily intake')
    expect(textOf(text)).toMatch(/Energy 345 kcal 17% 138 kcal 1,378 kcal/)
    expect(textOf(text)).toContain('what cooking destroys or leaves in the pan is not modelled')
    const wrong = await get(`${path}&servings=none&cooked=0`)
    expect(textOf(wrong.text)).toContain('Enter a number above 0, up to 100.')
    expect(textOf(wrong.text)).toContain('Enter a number above 0, up to 100,000.')
    expect(textOf(wrong.text)).not.toMatch(/per serving/i)
  })

  it.each(localeNames)('is in the language of the page: %s', async locale => {
    const t = messages[locale].meal
    const { text } = await get(
      pathIn(locale, mealOf(['Eggs, hard-boiled', '_2_large'], ['Oats, rolled, dry', '_60'])),
    )
    expect(text).toContain(`<h1>${t.meal}</h1>`)
    expect(textOf(text)).toContain(textOf(locale === 'en' ? t.shareOfDay : t.shareOfReference))
    const said = await get(pathWith(pathIn(locale, '/meal'), { q: t.examples[1] }))
    expect(said.text.match(/class="meal-item"/g)?.length).toBeGreaterThan(1)
    if (locale !== 'en') expect(textOf(said.text)).not.toMatch(/ is taken as | counted as /)
  })
})

it('asks whether a short text means one food, and not about recipes and longer meals', async () => {
  const asks = async (parameters: Record<string, string>) =>
    (await get(pathWith('/meal', parameters))).text.includes('Did you mean one food?')
  expect(await asks({ q: 'rice with milk' })).toBe(true)
  expect(await asks({ q: 'rice with milk', servings: '2' })).toBe(false)
  expect(await asks({ q: '2 boiled eggs, 1 slice of rye bread, 200 ml milk' })).toBe(false)
})

it('starts with an empty page, which search engines find', async () => {
  const { text, headers } = await get('/meal')
  expect(text).not.toContain('noindex')
  expect(headers['cache-control']).toMatch(/^public/)
  expect((await get('/sitemaps/pages.xml')).text).toContain(`<loc>${website.url}/meal</loc>`)
  expect((await get('/')).text).toContain(pathWith('/meal', { q: messages.en.meal.examples[1] }))
  expect(textOf((await get('/meal?q=%3F%3F')).text)).toContain('No food was found in this text.')
})

it('counts texts as searches, but not addresses with foods', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const read = (path: string) => ask(website.url, path, { headers })
  // Without a food in it: 120 meals would take longer than the minute on a slow machine.
  for (let count = 0; count < 40; count++)
    await Promise.all(Array.from({ length: 3 }, () => read('/meal?q=%3F%3F')))
  const rejected = await read('/meal?q=milk')
  expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await read(`/meal?items=${ids['Whole Milk']}_100`)).status).toBe(200)
})

const sumOf = async (page: Page) => (await page.locator('.meal-sum').innerText()).replaceAll(/\s+/g, ' ')

describe('in a browser', () => {
  it('takes two steps from the home page, without JavaScript and on a narrow screen', async () => {
    const page = await website.visit('/')
    await page.setViewportSize({ width: 320, height: 700 })
    await page.locator('main').getByRole('combobox').fill('2 boiled eggs and 200 ml whole milk')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/meal\?q=/)
    const before = await sumOf(page)
    await page.getByLabel('Amount: Eggs, hard-boiled').fill('3')
    await page.getByLabel('Add foods').fill('1 slice of rye bread')
    await page.getByText('It is a recipe').click()
    await page.getByLabel('Servings').fill('2')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL(/\/meal\?items=\d+_3_large,\d+_200_ml&q=1\+slice\+of\+rye\+bread&servings=2$/)
    expect(await sumOf(page)).not.toBe(before)
    expect(await page.locator('.meal-item').count()).toBe(3)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    await page.getByRole('link', { name: 'Remove Bread, rye' }).click()
    await page.getByRole('link', { name: 'Link to this recipe' }).click()
    await page.waitForURL(/\/meal\?items=\d+_3_large,\d+_200_ml&servings=2$/)
    expect(await page.locator('.meal-item').count()).toBe(2)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.meal-amount').first().isVisible()).toBe(false)
    expect(await page.getByText('3 large · 150 g').isVisible()).toBe(true)
  })

  it('updates the sum at once with JavaScript, by keyboard, and copies the address', async () => {
    const page = await website.visit(`/food/${ids['Eggs, hard-boiled']}`, {
      javaScriptEnabled: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByLabel('Amount').fill('2')
    // Enter shows the portion and adds nothing.
    await page.keyboard.press('Enter')
    expect(page.url()).toContain('/food/')
    await tabTo(page, page.getByRole('button', { name: 'Add to a meal' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/meal\?items=\d+_2_large$/)
    let loads = 0
    page.on('load', () => loads++)
    await tabTo(page, page.getByLabel('Amount: Eggs, hard-boiled'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('4')
    await page.keyboard.press('Tab')
    await expect.poll(() => sumOf(page)).toContain('310 kcal')
    expect(await page.evaluate('document.activeElement.name')).toBe('unit')
    await page.getByLabel('Unit: Eggs, hard-boiled').selectOption('g')
    await expect.poll(() => sumOf(page)).toContain('6 kcal')
    const amount = page.getByLabel('Amount: Eggs, hard-boiled')
    for (const [typed, invalid] of [
      ['x', 'true'],
      ['4', null],
    ] as const) {
      await amount.fill(typed)
      await amount.blur()
      await expect.poll(() => amount.getAttribute('aria-invalid')).toBe(invalid)
    }
    expect(loads).toBe(0)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.locator('.toast').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${website.url}/meal?items=${ids['Eggs, hard-boiled']}_4`,
    )
    expect(page.url()).toBe(`${website.url}/meal?items=${ids['Eggs, hard-boiled']}_4`)
  })
})
