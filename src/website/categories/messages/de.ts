import { formats } from '../../i18n/format.ts'
import type { CategoryMessages } from './en.ts'

const { number, plural } = formats.de

export const de: CategoryMessages = {
  title: 'Kategorien',
  description: categories =>
    `Lebensmittel in ${plural(categories, { one: '# Kategorie', other: '# Kategorien' })}, mit Nährwerten pro 100 g.`,
  intro: (shelves, categories) =>
    `${plural(shelves, { one: '# Warengruppe', other: '# Warengruppen' })} mit ${plural(categories, { one: '# Kategorie', other: '# Kategorien' })}. Lebensmittel mit gleichem Namen und gleicher Marke zählen einmal.`,
  find: 'Kategorie suchen',
  findButton: 'Suchen',
  matches: (count, find) => `${plural(count, { one: '# Kategorie', other: '# Kategorien' })} für „${find}“`,
  noMatches: find => `Keine Kategorie für „${find}“`,
  noMatchesHint: 'Versuchen Sie ein kürzeres Wort oder durchsuchen Sie alle Lebensmittel.',
  searchFoods: find => `Lebensmittel nach „${find}“ durchsuchen`,
  allCategories: 'Alle Kategorien',
  allIn: category => `Alle anzeigen: ${category}`,
  others: 'Weitere Kategorien',
  noCategories: 'Noch keine Kategorien',
  noCategoriesHint: 'Sie erscheinen nach dem ersten Import von Lebensmitteln.',

  categoryDescription: (category, foods) =>
    `Nährwerte von ${foods} der Kategorie ${category}: Energie, Eiweiß, Kohlenhydrate und Fett pro 100 g.`,
  childrenOf: category => `Unterkategorien: ${category}`,
  range: (first, last, foods) => `${number(first)} bis ${number(last)} von ${foods}`,
  valuesPer100g: 'Werte pro 100 g',
  view: 'Ansicht',
  rows: 'Zeilen',
  cards: 'Karten',
  sortBy: 'Sortieren nach',
  apply: 'Anwenden',
  sort: {
    popularity: 'Beliebtheit',
    name: 'Name',
    calories_kcal: 'Wenig Energie zuerst',
    protein_g: 'Viel Eiweiß zuerst',
    fiber_g: 'Viele Ballaststoffe zuerst',
    sugar_g: 'Wenig Zucker zuerst',
  },
  notFound: 'Kategorie nicht gefunden',
  notFoundHint: 'Kategorien ändern sich mit den Daten; vielleicht wurde diese umbenannt.',
  pastEnd: 'Keine weiteren Lebensmittel',
  pastEndHint: category => `Die Liste „${category}“ endet vor dieser Seite.`,
  firstPage: 'Erste Seite',
}
