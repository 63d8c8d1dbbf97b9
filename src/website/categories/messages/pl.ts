import { formats } from '../../i18n/format.ts'
import type { CategoryMessages } from './en.ts'

const { number, plural } = formats.pl

export const pl: CategoryMessages = {
  title: 'Kategorie',
  description: categories =>
    `Przeglądaj produkty w ${plural(categories, { one: '# kategorii', other: '# kategoriach' })}, z wartościami odżywczymi w 100 g.`,
  intro: (shelves, categories) =>
    `${plural(shelves, { one: '# dział', few: '# działy', many: '# działów', other: '# działu' })}, ${plural(categories, { one: '# kategoria', few: '# kategorie', many: '# kategorii', other: '# kategorii' })}. Produkty o tej samej nazwie i marce liczą się raz.`,
  find: 'Znajdź kategorię',
  findButton: 'Znajdź',
  matches: (count, find) =>
    `${plural(count, { one: '# kategoria', few: '# kategorie', many: '# kategorii', other: '# kategorii' })} dla „${find}”`,
  noMatches: find => `Brak kategorii dla „${find}”`,
  noMatchesHint: 'Spróbuj krótszego słowa albo przeszukaj wszystkie produkty.',
  searchFoods: find => `Szukaj „${find}” wśród produktów`,
  allCategories: 'Wszystkie kategorie',
  allIn: category => `Wszystko: ${category}`,
  others: 'Inne kategorie',
  noCategories: 'Nie ma jeszcze kategorii',
  noCategoriesHint: 'Pojawią się po pierwszym imporcie produktów.',

  categoryDescription: (category, foods) =>
    `${category} – ${foods} z wartościami odżywczymi: energia, białko, węglowodany i tłuszcz w 100 g.`,
  childrenOf: category => `Podkategorie: ${category}`,
  range: (first, last, foods) => `${number(first)}–${number(last)}, razem ${foods}`,
  valuesPer100g: 'Wartości w 100 g',
  view: 'Widok',
  rows: 'Wiersze',
  cards: 'Karty',
  sortBy: 'Sortuj według',
  apply: 'Zastosuj',
  sort: {
    popularity: 'Popularność',
    name: 'Nazwa',
    calories_kcal: 'Najmniej energii',
    protein_g: 'Najwięcej białka',
    fiber_g: 'Najwięcej błonnika',
    sugar_g: 'Najmniej cukrów',
  },
  notFound: 'Nie znaleziono kategorii',
  notFoundHint: 'Kategorie zmieniają się wraz z danymi; ta mogła otrzymać inną nazwę.',
  pastEnd: 'Nie ma więcej produktów',
  pastEndHint: category => `Lista „${category}” kończy się przed tą stroną.`,
  firstPage: 'Pierwsza strona',
}
