import { describe, expect, it } from 'vitest'
import { localeOfUrl, localizeLinks, pathIn, withoutLocale } from './locales.ts'

describe('the language in the address', () => {
  it.each([
    ['/', 'en', '/'],
    ['/de', 'de', '/'],
    ['/de/', 'de', '/'],
    ['/fr?q=a', 'fr', '/?q=a'],
    ['/pl/search?q=a', 'pl', '/search?q=a'],
    ['/desserts', 'en', '/desserts'],
    ['/en/search', 'en', '/en/search'],
  ])('%s', (url, locale, path) => {
    expect(localeOfUrl(url)).toBe(locale)
    expect(withoutLocale(url)).toBe(path)
  })

  it('is added to links within the website only', () => {
    const html = `<a href="/search?q=a">&quot; href=&quot;/x</a><link href="/assets/a.css"><a href="//b"><form action="/">`
    expect(localizeLinks(html, 'de')).toBe(
      `<a href="/de/search?q=a">&quot; href=&quot;/x</a><link href="/assets/a.css"><a href="//b"><form action="/de">`,
    )
    expect(localizeLinks(html, 'en')).toBe(html)
    expect(pathIn('es', '/food/1-a')).toBe('/es/food/1-a')
  })
})
