import { formats } from '../../i18n/format.ts'
import type { BrandMessages } from './en.ts'

const { number, plural } = formats.de
const brands = (count: number) => plural(count, { one: '# Marke', other: '# Marken' })

export const de: BrandMessages = {
  title: 'Marken',
  description: count => `Lebensmittel von ${brands(count)}, mit Nährwerten pro 100 g.`,
  intro: (count, minFoods) =>
    `${brands(count)} mit mindestens ${number(minFoods)} Lebensmitteln, die größten zuerst. Lebensmittel mit gleichem Namen und gleicher Marke zählen einmal.`,
  find: 'Marke suchen',
  findButton: 'Suchen',
  matches: (count, find) => `${brands(count)} für „${find}“`,
  firstMatches: (count, find) => `Die ${number(count)} größten Marken für „${find}“`,
  noMatches: find => `Keine Marke für „${find}“`,
  noMatchesHint: 'Kleinere Marken stehen nicht in dieser Liste; die Suche findet ihre Lebensmittel.',
  searchFoods: find => `Lebensmittel nach „${find}“ durchsuchen`,
  allBrands: 'Alle Marken',
  noBrands: 'Noch keine Marken',
  noBrandsHint: minFoods => `Hier erscheinen Marken mit mindestens ${number(minFoods)} Lebensmitteln.`,

  brandDescription: (brand, foods) =>
    `Nährwerte von ${foods} der Marke ${brand}: Energie, Eiweiß, Kohlenhydrate und Fett pro 100 g.`,
  summary: 'Nach Beliebtheit · Werte pro 100 g',
  range: (first, last, foods) => `${number(first)} bis ${number(last)} von ${foods}`,
  notFound: 'Marke nicht gefunden',
  notFoundHint: 'Kein Lebensmittel im Katalog nennt diese Marke.',
  pastEnd: 'Keine weiteren Lebensmittel',
  pastEndHint: brand => `Die Liste von ${brand} endet vor dieser Seite.`,
  firstPage: 'Erste Seite',
}
