// The pages of a website: <main> in English and German, what surrounds it once per language.
import { visitWebsite } from '../../lab/clients/web-visitor.ts'
import { masked } from './exchange.ts'
import { every, type Food } from './requests.ts'

const publicPages = `/search?q=milk /search?q=milk&fat_g_max=3&sort=-protein_g /search?q=2+boiled+eggs /search?q=zzzzqqqq /category?name=Milk
  /meal?q=2+eggs+and+200+ml+milk /compare?foods=1,2 /barcode?code=12 /food/999999999 /no/such/page /sign-in /sign-up /forgot-password`

const accountPages = `/account /account/keys /account/keys/new /account/plan /account/data /account/security /account/email /account/delete`

/** By address. */
export async function readPages(url: string, foods: Food[]): Promise<Map<string, string>> {
  const visitor = visitWebsite(url)
  const pages = new Map<string, string>()
  const open = async (paths: string[]) => {
    for (const [prefix, path] of ['', '/de'].flatMap(locale => paths.map(each => [locale, each] as const))) {
      const address = prefix + (prefix === '' || path !== '/' ? path : '')
      let answer = await visitor.open(address)
      const { location } = answer.headers
      if (location?.startsWith('/')) answer = await visitor.open(location)
      const [, before = '', main = answer.text, after = ''] =
        /^(.*)(<main\b.*<\/main>)(.*)$/s.exec(answer.text) ?? []
      pages.set(address, maskedPage([answer.status, location ?? '', main].join('\n')))
      if (path === '/' || path === '/account')
        pages.set(`${address} around <main>`, maskedPage(before.replace(/^.*<\/head>/s, '') + after))
    }
  }
  const sitemap = await visitor.open('/sitemaps/pages.xml')
  const listed = [...sitemap.text.matchAll(/<loc>\w+:\/\/[^/<]*([^<]*)/g)].map(([, path]) => path || '/')
  await open([
    ...new Set(listed.filter(path => !/^\/(?:de|fr|es|pl|it)(?:\/|$)/.test(path))),
    ...every(foods, 12).map(({ id }) => `/food/${id}`),
    ...publicPages.split(/\s+/),
  ])
  const { status, headers } = await visitor.send('/sign-up', '/sign-up', {
    name: 'comparing',
    email: '',
    password: 'seven lamps on a quiet boat',
  })
  pages.set('/sign-up, sent', `${status} ${headers.location}`)
  await open(accountPages.split(/\s+/))
  return pages
}

/** Without tokens, keys and the digests of files too. */
function maskedPage(html: string): string {
  return masked(html)
    .replaceAll(/(name="form_token" value=)"[^"]*"/g, '$1"TOKEN"')
    .replaceAll(/-[\w-]{12}(?=\.(?:css|js|svg|woff2|png|webp|jpg)\b)/g, '-DIGEST')
    .replaceAll(/larder_\w+_[\w…]+/g, 'KEY')
}
