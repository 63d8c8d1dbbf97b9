// What a shared link shows: tags, picture and structured data of every kind of page.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackFolder } from '../../../lab/catalogs/pack-folder.ts'
import { type Answer, ask } from '../../../lab/clients/http.ts'
import { root } from '../../../lab/servers/temporary-stores.ts'
import { pathIn } from '../../../src/website/i18n/locales.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const websiteUrl = 'https://larder.test'
const packs = createPackFolder()
afterAll(() => packs.remove())
const fixture = withFixtureService({
  WEB_PUBLIC_URL: websiteUrl,
  PACKS_DIR: packs.path,
})
const open = (path: string): Promise<Answer> => ask(fixture.service.websiteUrl, path)

/** One address of every kind of page. */
const paths: Record<string, string> = {
  home: '/',
  categories: '/categories',
  category: '/category?name=Milk',
  popular: '/popular',
  search: '/search?q=milk',
  docs: '/docs',
  article: '/docs/data-quality',
  packs: '/packs',
  pricing: '/pricing',
  about: '/about',
  contact: '/contact',
  changelog: '/changelog',
  scan: '/scan',
}
const pages: Record<string, string> = {}
beforeAll(async () => {
  const milk = (await fixture.ask('/barcode/0015887170128')).json
  const found = await fixture.stores.sql<{ id: number }>(
    `select id from foods where id <> $1 order by (source = 'usda') desc, id limit 1`,
    [milk.id],
  )
  Object.assign(paths, {
    food: milk.static_url,
    'reference food': (await fixture.ask(`/food/${found[0]?.id}`)).json.static_url,
    comparison: `/compare?foods=${milk.id},${found[0]?.id}`,
    meal: `/meal?items=${milk.id}_200,${found[0]?.id}_100`,
  })
  for (const [kind, path] of Object.entries(paths)) {
    const { status, text } = await open(path)
    expect([kind, status]).toEqual([kind, 200])
    pages[kind] = text
  }
})

const decodeEntities = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

function tagsOf(html: string): Record<string, string[]> {
  const tags: Record<string, string[]> = {}
  for (const [, name = '', content = ''] of html.matchAll(
    /<meta (?:property|name)="([^"]+)" content="([^"]*)"/g,
  ))
    tags[name] = [...(tags[name] ?? []), decodeEntities(content)]
  return tags
}

const pictureAddress = (html: string) => tagsOf(html)['og:image']?.[0] ?? ''

function structuredData(html: string) {
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(text)
}

describe('tags', () => {
  it('are complete on every kind of page', () => {
    for (const [kind, html] of Object.entries(pages)) {
      const tags = tagsOf(html)
      const [title] = /(?<=<title>)[^<]+/.exec(html) ?? ['']
      expect([kind, tags['og:title']?.length]).toEqual([kind, 1])
      expect(decodeEntities(title)).toContain(tags['og:title']?.[0])
      expect([kind, tags['og:description']]).toEqual([kind, tags['description']])
      expect(tags['og:url']?.[0]).toMatch(/^https:\/\/larder\.test\//)
      expect(tags).toMatchObject({
        'og:type': ['website'],
        'og:site_name': ['Larder'],
        'og:locale': ['en_US'],
        'og:locale:alternate': ['de_DE', 'fr_FR', 'es_ES', 'pl_PL', 'it_IT'],
        'og:image:alt': tags['og:title'],
      })
      if (kind !== 'food')
        expect(tags).toMatchObject({
          'og:image': [`${websiteUrl}/share.png`],
          'og:image:type': ['image/png'],
          'og:image:width': ['1200'],
          'og:image:height': ['630'],
          'twitter:card': ['summary_large_image'],
        })
      const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? []
      if (kind !== 'search') expect(decodeEntities(canonical ?? '')).toBe(tags['og:url']?.[0])
    }
  })
  it('are in the language of the page', async () => {
    const html = (await open(pathIn('de', paths['food'] ?? ''))).text
    expect(tagsOf(html)).toMatchObject({
      'og:locale': ['de_DE'],
      'og:url': [`${websiteUrl}/de${paths['food']}`],
    })
  })
  it('are missing on pages that do not exist or belong to an account', async () => {
    for (const path of ['/food/999999', '/nothing', '/sign-in'])
      expect((await open(path)).text).not.toContain('og:image')
  })
})

describe('pictures', () => {
  it('are those of the foods that have one', () => {
    const html = pages['food'] ?? ''
    const [, shown] = /<img [^>]*src="([^"]+)"/.exec(html) ?? []
    const image = 'https://images.example/foods/0015887170128/front.400.jpg'
    expect([shown, tagsOf(html)['twitter:card']]).toEqual([image, ['summary']])
    expect(pictureAddress(html)).toBe(image)
    expect(structuredData(html).primaryImageOfPage.url).toBe(image)
  })
  it('are otherwise that of the website, with 1200 by 630 pixels in at most 60 KB', async () => {
    const response = await fetch(`${fixture.service.websiteUrl}/share.png`)
    const png = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=/)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630])
    expect(png.length).toBeLessThan(60_000)
  })
  it('have an ETag', async () => {
    const { headers } = await open('/share.png')
    const again = await ask(fixture.service.websiteUrl, '/share.png', {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
  })
})

describe('structured data', () => {
  /** Any property of an action may have `-input` added (https://schema.org/docs/actions.html); no definition lists these. */
  const isDefined = (name: string, value: unknown) => (name.endsWith('-input') ? undefined : value)

  /** What the compiler says about the objects, with the types that are generated from schema.org's definitions. */
  async function problemsOf(data: Record<string, unknown>): Promise<string> {
    const folder = mkdtempSync(join(root, '.schema-org-'))
    const lines = Object.entries(data).map(
      ([kind, object], index) =>
        `/** ${kind} */\nexport const page${index}: WithContext<WebPage> = ${JSON.stringify(object, isDefined)}`,
    )
    writeFileSync(
      join(folder, 'pages.ts'),
      `import type { WebPage, WithContext } from 'schema-dts'\n${lines.join('\n')}\n`,
    )
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { strict: true, noEmit: true, module: 'nodenext', types: [], skipLibCheck: true },
        files: ['pages.ts'],
      }),
    )
    try {
      await promisify(execFile)(process.execPath, [
        join(root, 'node_modules/typescript/bin/tsc'),
        '-p',
        folder,
      ])
      return ''
    } catch (error) {
      return String((error as { stdout?: string }).stdout)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('uses types and properties as schema.org defines them, on every kind of page', async () => {
    const data = Object.fromEntries(Object.entries(pages).map(([kind, html]) => [kind, structuredData(html)]))
    expect(Object.keys(data).length).toBeGreaterThan(9)
    expect(await problemsOf(data)).toBe('')
  })
  it('would notice a property on a type that does not have it, and a value of the wrong type', async () => {
    const { mainEntity, ...page } = structuredData(pages['food'] ?? '')
    const nutrition = { '@type': 'NutritionInformation', calories: '62 kcal' }
    expect(await problemsOf({ food: { ...page, mainEntity: { ...mainEntity, nutrition } } })).toContain(
      'nutrition',
    )
    expect(await problemsOf({ food: { ...page, breadcrumb: { '@type': 'Brand', name: 'a' } } })).toContain(
      'Brand',
    )
  })
  it('describes what each page is about', () => {
    const typeOf = (kind: string) => {
      const data = structuredData(pages[kind] ?? '')
      return [data['@type'], data.mainEntity?.['@type']]
    }
    expect(typeOf('home')).toEqual(['WebPage', 'WebSite'])
    expect(typeOf('food')).toEqual(['ItemPage', 'Product'])
    expect(typeOf('category')).toEqual(['CollectionPage', 'ItemList'])
    expect(typeOf('article')).toEqual(['WebPage', 'TechArticle'])
    expect(typeOf('packs')).toEqual(['WebPage', 'Dataset'])
    expect(typeOf('search')).toEqual(['SearchResultsPage', undefined])
    const home = structuredData(pages['home'] ?? '').mainEntity
    expect(home.potentialAction.target).toBe(`${websiteUrl}/search?q={search_term_string}`)
  })
})
