// What a newcomer sees after `larder demo`: every link and example of the home page, every address and request of the documentation.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { exampleFood } from '../../../src/food/food.ts'
import { filterExamples, queries } from '../../../src/website/docs/guides/search.tsx'
import { docsPages, languagesOf } from '../../../src/website/docs/nav.ts'
import { localeNames, pathIn } from '../../../src/website/i18n/locales.ts'
import { messages } from '../../../src/website/messages/compiled/index.ts'
import { withDemoService } from '../../support/demo-service.ts'

const demo = withDemoService({
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '100000',
  RATE_LIMIT_WEBSITE_PER_MINUTE: '100000',
})

const pages = new Map<string, Promise<Answer>>()

function open(path: string): Promise<Answer> {
  const opened = pages.get(path) ?? ask(demo.service.websiteUrl, path)
  pages.set(path, opened)
  return opened
}

const unescapeHtml = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')

const mainOf = (html: string) => html.split('<main')[1]?.split('</main>')[0] ?? ''

/** The addresses on this website to which the page links. */
const linksOf = (html: string) => [
  ...new Set([...html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, href = '']) => unescapeHtml(href))),
]

/** Those that do not answer 200. */
async function brokenOf(links: string[]): Promise<string[]> {
  const broken: string[] = []
  for (const link of links) {
    const { status, headers } = await open(link)
    const { status: last } = status >= 300 && status < 400 ? await open(headers.location ?? '') : { status }
    if (last !== 200) broken.push(`${status} ${link}`)
  }
  return broken
}

const codeBlocksOf = (html: string) =>
  [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    unescapeHtml(code.replaceAll(/<[^>]*>/g, '')),
  )

/** The requests that a page shows for curl, without the ones that need a key. */
const requestsOf = (html: string) =>
  codeBlocksOf(html)
    .flatMap(code => [...code.matchAll(/^curl '?http:\/\/(?:localhost|127\.0\.0\.1):\d+(\/[^'\s]+)'?$/gm)])
    .map(([, path = '']) => path)

const names = (foods: { name: string }[]) => foods.map(({ name }) => name)

it('has the foods that README promises', async () => {
  const [counts] = await demo.stores.sql<{ everyday: number; products: number }>(
    'select count(*) filter (where barcode is null)::int as everyday, count(barcode)::int as products from foods',
  )
  expect(counts).toEqual({ everyday: 2064, products: 300 })
  const readme = readFileSync('README.md', 'utf8')
  expect(readme).toContain('2,064 everyday foods and 300 products')
})

describe.each(localeNames)('the home page in %s', locale => {
  let home: string
  beforeAll(async () => {
    home = (await open(pathIn(locale, '/'))).text
  })

  it('has no broken link', async () => {
    const links = linksOf(home)
    expect(links.length).toBeGreaterThan(30)
    expect(await brokenOf(links)).toEqual([])
  })

  it('has examples that find the food they name', async () => {
    const { home: t, meal } = messages[locale]
    const found: Record<string, string> = {}
    const searches = linksOf(home).filter(link => link.startsWith(pathIn(locale, '/search?q=')))
    for (const link of searches) {
      const q = new URL(link, 'http://localhost').searchParams.get('q') ?? ''
      const [food] = (await demo.ask(`/search?${new URLSearchParams({ q, limit: '1' })}`)).json
      found[q] = food.barcode === q.padStart(13, '0') ? 'the product' : food.name
    }
    const [yogurt, banana, drink] = Object.values(t.examples)
    expect(Object.entries(found)).toEqual([
      [yogurt, expect.stringMatching(/^Greek(-style)? yogurt/)],
      [banana, 'Banana'],
      [drink, 'Oat milk'],
      [expect.stringMatching(/^\d+$/), 'the product'],
    ])

    const sentence = new URLSearchParams({ q: meal.examples[1] })
    expect(linksOf(home)).toContain(pathIn(locale, `/meal?${sentence}`))
    const { items } = (await demo.ask(`/meals?${sentence}&lang=${locale}`)).json
    expect(items.length).toBeGreaterThan(1)
    expect(items.filter((item: { food: unknown }) => item.food === null)).toEqual([])
  })

  it('shows the actual response to its request', async () => {
    const [request = ''] = requestsOf(home)
    const text = codeBlocksOf(home).find(code => code.startsWith('{'))
    const { status, json } = await demo.ask(request)
    expect(status).toBe(200)
    expect(text).toContain(`"name": ${JSON.stringify(json.name)},`)
    expect(text).toContain(`"calories_kcal": ${json.calories_kcal},`)
  })
})

describe('the documentation', () => {
  it('has no broken link', async () => {
    const links = new Set<string>()
    for (const page of docsPages)
      for (const locale of languagesOf(page))
        for (const link of linksOf(mainOf((await open(pathIn(locale, page.path))).text))) links.add(link)
    expect(links.size).toBeGreaterThan(50)
    expect(await brokenOf([...links])).toEqual([])
  })

  it('shows only requests that are answered', async () => {
    const requests = new Set<string>()
    for (const page of docsPages)
      for (const request of requestsOf((await open(page.path)).text)) requests.add(request)
    expect([...requests]).toContain('/barcode/051500255162')
    expect([...requests]).toContain('/search?q=banana')
    const failed: string[] = []
    for (const request of requests) {
      const { status, text } = await demo.ask(request)
      if (status !== 200 && !/^\/(auth|billing)\//.test(request)) failed.push(`${status} ${request}`)
      if (text === '[]') failed.push(`empty ${request}`)
    }
    expect(failed).toEqual([])
  })

  it('shows the actual response to its first request', async () => {
    const response = codeBlocksOf((await open('/docs')).text).find(code => code.startsWith('{')) ?? ''
    expect(JSON.parse(response)).toEqual((await demo.ask('/barcode/051500255162')).json)
  })

  it('has queries that find foods', async () => {
    const typed = Object.values(queries).flatMap(value => value.split(', '))
    for (const q of typed)
      expect([q, names((await demo.ask(`/search?${new URLSearchParams({ q })}`)).json)]).not.toEqual([q, []])
  })

  it.each(Object.values(filterExamples))('has foods for %s', async filter => {
    const parameters = filter.split(', ').join('&')
    const { json } = await demo.ask(
      `/foods/popular?has_image=false&${parameters}`.replace('has_image=false&has_image', 'has_image'),
    )
    expect(json.length).toBeGreaterThan(0)
  })

  it('describes a food that is there', async () => {
    const { id, image_url, image_thumb_url, static_url, ...documented } = exampleFood()
    expect((await demo.ask(`/barcode/${documented.barcode}`)).json).toMatchObject(documented)
  })

  it('has example values in openapi.json that are answered', async () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'))
    const answers: string[] = []
    for (const [path, { get }] of Object.entries<{ get?: Operation }>(paths)) {
      const examples = get?.parameters?.filter(({ example }) => example !== undefined) ?? []
      if (examples.length === 0 || path.startsWith('/auth/')) continue
      const query = new URLSearchParams()
      let address = path
      for (const { name, in: place, example } of examples) {
        if (place === 'path') address = address.replace(`{${name}}`, String(example))
        else query.set(name, String(example))
      }
      const { status, text } = await demo.ask(`${address}?${query}`)
      answers.push(`${path}: ${status}${text === '[]' ? ', empty' : ''}`)
    }
    expect(answers.length).toBeGreaterThan(5)
    expect(answers.filter(answer => !answer.endsWith(': 200'))).toEqual([])
  })
})

interface Operation {
  parameters?: { name: string; in: string; example?: unknown }[]
}

it('README shows an actual response', async () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, path = '', shown = ''] =
    /^\$ curl 'http:\/\/127\.0\.0\.1:8080(.*?)'\n\[(\{.*?), … \}\]$/ms.exec(readme) ?? []
  expect((await demo.ask(path)).json).toMatchObject([JSON.parse(`${shown}}`)])
})
