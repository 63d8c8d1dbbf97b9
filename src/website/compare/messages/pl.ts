import { formats } from '../../i18n/format.ts'
import type { CompareMessages } from './en.ts'

const { number, plural } = formats.pl

export const pl: CompareMessages = {
  title: 'Porównaj produkty',
  titleOf: foods => `Porównanie: ${foods}`,
  description: maxFoods =>
    `Porównaj wartości odżywcze produktów (najwyżej ${number(maxFoods)}), w 100 g lub w porcji.`,
  per100gHint:
    'W 100 g. Najlepsza wartość w wierszu jest wyróżniona, jeśli wyższa lub niższa jest wyraźnie lepsza.',
  perServingHint:
    'W porcji podanej na etykiecie. Porcje różnią się wielkością, dlatego żadna wartość nie jest wyróżniona.',
  valuesFor: 'Pokaż wartości',
  per100g: 'W 100 g',
  perServing: 'W porcji',
  table: 'Porównanie',
  remove: food => `Usuń ${food}`,
  addFood: 'Dodaj',
  better: 'najlepsza wartość',
  energyFrom: 'Źródła energii',
  energyShares: (protein, carbs, fat) => `białko ${protein}, węglowodany ${carbs}, tłuszcz ${fat}`,
  brand: 'Marka',
  serving: 'Porcja',
  data: 'Dane',
  source: 'Źródło',
  estimateNote:
    'Szacunki AI są oznaczone znakiem ≈. Nie są zmierzone, więc nigdy nie liczą się jako najlepsza wartość.',
  tooFew: 'Dodaj drugi produkt do porównania.',
  notFound: count =>
    plural(count, {
      one: 'Nie znaleziono # produktu.',
      few: 'Nie znaleziono # produktów.',
      many: 'Nie znaleziono # produktów.',
      other: 'Nie znaleziono # produktu.',
    }),
  tooMany: maxFoods => `Porównywane są tylko pierwsze produkty (najwyżej ${number(maxFoods)}).`,
  full: maxFoods =>
    `Można porównać najwyżej ${plural(maxFoods, { one: '# produkt', few: '# produkty', many: '# produktów', other: '# produktu' })}. Usuń jeden, aby dodać inny.`,
  addTitle: 'Dodaj produkt',
  addLabel: 'Nazwa, marka lub kod kreskowy',
  search: 'Szukaj',
  results: q => `Produkty dla „${q}”`,
  noResults: q => `Brak produktów dla „${q}”. Sprawdź pisownię albo spróbuj innego słowa.`,
  tooShort: 'Wpisz co najmniej 2 znaki.',
  tooManySearches: seconds =>
    `Zbyt wiele wyszukiwań. Spróbuj ponownie za ${plural(seconds, { one: '# sekundę', few: '# sekundy', many: '# sekund', other: '# sekundy' })}.`,
  add: 'Dodaj',
  addNamed: food => `Dodaj ${food}`,
  fromCategory: category => `Dodaj z kategorii ${category}`,
  emptyTitle: 'Które produkty chcesz porównać?',
  emptyHint: 'Wyszukaj produkt i dodaj go.',
  examples: 'Popularne porównania',
  pair: (one, other) => `${one} czy ${other}`,
}
