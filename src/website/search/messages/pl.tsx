import { formats } from '../../i18n/format.ts'
import type { SearchMessages } from './en.tsx'

const { number, plural } = formats.pl

export const pl: SearchMessages = {
  title: 'Wyszukiwanie',
  titleOf: q => `${q} · Wyszukiwanie`,
  description: 'Szukaj produktów po nazwie, marce lub kodzie kreskowym. Literówki nie przeszkadzają.',
  heading: 'Szukaj produktów',

  atLeastFoods: count =>
    plural(count, {
      one: 'Co najmniej # produkt',
      few: 'Co najmniej # produkty',
      other: 'Co najmniej # produktów',
    }),
  range: (first, last, total) => `${number(first)}–${number(last)} z ${number(total)}`,
  rewritten: link => <>Wyniki dla: {link}.</>,
  fewerWords: link => <>Żaden produkt nie zawiera wszystkich tych słów. Wyniki dla: {link}.</>,
  bestMatches: 'To najlepsze wyniki. Dodaj słowo lub filtr, aby zawęzić wyszukiwanie.',

  kind: 'Rodzaj produktu',
  kinds: { all: 'Wszystkie', generic: 'Referencyjne', branded: 'Markowe' },
  filters: 'Filtry',
  filtersOf: count =>
    plural(count, { one: '# aktywny filtr', few: '# aktywne filtry', other: '# aktywnych filtrów' }),
  reset: 'Wyczyść filtry',
  apply: 'Pokaż wyniki',
  data: 'Dane',
  names: {
    kind: 'Rodzaj produktu',
    category: 'Kategoria',
    brand: 'Marka',
    country: 'Kraj sprzedaży',
    source: 'Źródło',
    complete: 'Pełne wartości odżywcze',
    photo: 'Ze zdjęciem',
  },
  any: 'Dowolne',
  nutrition: 'Wartości w 100 g',
  atLeast: 'co najmniej',
  atMost: 'co najwyżej',
  boundOf: (nutrient, unit, bound) => `${nutrient} w ${unit}, ${bound}`,
  equals: (name, value) => `${name}: ${value}`,
  minimum: (nutrient, amount) => `${nutrient}: co najmniej ${amount}`,
  maximum: (nutrient, amount) => `${nutrient}: co najwyżej ${amount}`,
  between: (nutrient, min, max) => `${nutrient}: od ${min} do ${max}`,
  activeFilters: 'Aktywne filtry',
  removeFilter: ', usuń filtr',
  ignored: values => `Nie użyto jako filtru: ${values}`,

  sortBy: 'Sortuj według',
  sort: {
    relevance: 'Trafność',
    popularity: 'Popularność',
    confidence: 'Najlepiej udokumentowane',
    name: 'Nazwa',
    highest: nutrient => `${nutrient}, malejąco`,
    lowest: nutrient => `${nutrient}, rosnąco`,
  },
  applySort: 'Sortuj',
  cards: 'Karty',

  moreEntries: count =>
    plural(count, { one: '+# kolejny wpis', few: '+# kolejne wpisy', other: '+# kolejnych wpisów' }),
  withSameName: ' o tej nazwie',
  withSameNameAndBrand: ' o tej nazwie i marce',
  allNamed: name => <>Wszystkie wpisy o nazwie {name}.</>,
  backToResults: 'Wróć do wszystkich wyników',

  missing: link => (
    <>
      <b>Brakuje produktu?</b> Dodaj go w serwisie {link} ze zdjęciem etykiety. Pojawi się tutaj po następnej
      synchronizacji.
    </>
  ),
  noResults: q => `Brak wyników dla „${q}”`,
  noMatch: 'Sprawdź pisownię, użyj mniejszej liczby słów albo pomiń wielkości i marki.',
  noMatchWithFilters: 'Żaden produkt nie pasuje jednocześnie do wpisanych słów i do wszystkich filtrów.',
  noBarcode: 'Żaden produkt nie ma tego kodu kreskowego. Sprawdź wszystkie cyfry, także pierwszą i ostatnią.',
  noMore: 'Nie ma wpisów o tej nazwie.',
  removeFilters: 'Usuń wszystkie filtry',
  addProduct: 'Dodaj go w serwisie Open Food Facts',
  scan: 'Zeskanuj kod kreskowy',
  tooShort: 'Wpisz co najmniej 2 znaki.',
  advice: examples => (
    <>
      Szukaj po nazwie, marce lub kodzie kreskowym, w dowolnym języku. Literówki nie przeszkadzają. Wypróbuj{' '}
      {examples[0]} lub {examples[1]}.
    </>
  ),
  popular: 'Popularne produkty',
  allPopular: 'Wszystkie popularne produkty',
  browse: 'Przeglądaj według kategorii',
  allCategories: 'Wszystkie kategorie',
  tooMany: 'Zbyt wiele wyszukiwań',
  tooManyText: (limit, seconds) =>
    `Liczba wyszukiwań w ciągu minuty przekroczyła ${number(limit)}. Spróbuj ponownie za ${plural(seconds, { one: '# sekundę', few: '# sekundy', other: '# sekund' })}.`,
  useApi: link => <>Do automatycznych wyszukiwań użyj {link('API')}.</>,

  referenceFoods: 'Produkty referencyjne',
  products: 'Produkty',
  searchFor: q => `Szukaj „${q}”`,
}
