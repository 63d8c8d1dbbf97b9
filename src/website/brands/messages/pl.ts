import { formats } from '../../i18n/format.ts'
import type { BrandMessages } from './en.ts'

const { number, plural } = formats.pl
const brands = (count: number) =>
  plural(count, { one: '# marka', few: '# marki', many: '# marek', other: '# marki' })

export const pl: BrandMessages = {
  title: 'Marki',
  description: count => `${brands(count)}: przeglądaj produkty z wartościami odżywczymi w 100 g.`,
  intro: (count, minFoods) =>
    `${brands(count)} z co najmniej ${number(minFoods)} produktami, największe na początku. Produkty o tej samej nazwie i marce liczą się raz.`,
  find: 'Znajdź markę',
  findButton: 'Znajdź',
  matches: (count, find) => `${brands(count)} dla „${find}”`,
  firstMatches: (count, find) => `Największe marki dla „${find}” (${number(count)})`,
  noMatches: find => `Brak marki dla „${find}”`,
  noMatchesHint: 'Mniejszych marek tu nie ma, ale wyszukiwarka znajdzie ich produkty.',
  searchFoods: find => `Szukaj „${find}” wśród produktów`,
  allBrands: 'Wszystkie marki',
  noBrands: 'Nie ma jeszcze marek',
  noBrandsHint: minFoods => `Tu pojawią się marki z co najmniej ${number(minFoods)} produktami.`,

  brandDescription: (brand, foods) =>
    `${brand} – ${foods} z wartościami odżywczymi: energia, białko, węglowodany i tłuszcz w 100 g.`,
  summary: 'Według popularności · Wartości w 100 g',
  range: (first, last, foods) => `${number(first)}–${number(last)}, razem ${foods}`,
  notFound: 'Nie znaleziono marki',
  notFoundHint: 'Żaden produkt w katalogu nie podaje tej marki.',
  pastEnd: 'Nie ma więcej produktów',
  pastEndHint: brand => `Lista marki ${brand} kończy się przed tą stroną.`,
  firstPage: 'Pierwsza strona',
}
