import { formats } from '../../i18n/format.ts'
import type { HomeMessages } from './en.tsx'

const { number, plural } = formats.pl

const words = [
  'miliona',
  'dwóch milionów',
  'trzech milionów',
  'czterech milionów',
  'pięciu milionów',
  'sześciu milionów',
  'siedmiu milionów',
  'ośmiu milionów',
  'dziewięciu milionów',
  'dziesięciu milionów',
]

export const pl: HomeMessages = {
  title: 'Larder: wartości odżywcze według nazwy lub kodu kreskowego',
  description:
    'Szukaj wartości odżywczych po nazwie, marce lub kodzie kreskowym i pobieraj te same dane z bezpłatnego API JSON.',
  headline: {
    millions: count => `Wartości odżywcze ${words[count - 1] ?? `${number(count)} milionów`} produktów`,
    foods: count =>
      plural(count, { one: 'Wartości odżywcze # produktu', other: 'Wartości odżywcze # produktów' }),
    none: 'Wartości odżywcze produktów',
  },
  lead: 'Znajdź dowolny produkt po nazwie lub kodzie kreskowym. Zobacz, co mówi etykieta, jak wypada na tle innych i skąd pochodzi każda liczba.',
  try: 'Na przykład',
  examples: ['jogurt grecki', 'banan', 'napój owsiany', 'miód'],

  per100g: 'W 100 g',
  label: 'Etykieta',
  apiField: 'Pole API',
  apiDocs: 'Dokumentacja API',
  dataFrom: 'Dane:',

  coverage: 'Zawartość katalogu',
  foods: 'produktów do sprawdzenia',
  complete: 'z pełnymi wartościami odżywczymi',
  fromSource: source => `z bazy ${source}`,
  updated: 'ostatnia aktualizacja',

  popular: 'Popularne produkty',
  allPopular: 'Wszystkie popularne produkty',
  browse: 'Przeglądaj według kategorii',
  allCategories: 'Wszystkie kategorie',

  sameData: 'Te same dane w Twojej aplikacji',
  sameDataText: fields =>
    `Jedno zapytanie, na początek bez klucza API. Zwykły JSON, jeden płaski obiekt na produkt, liczba opisanych pól: ${fields}.`,
  ticks: [
    <>
      <b>Wartości zawsze w 100 g.</b> Jedno mnożenie wystarczy dla każdej porcji.
    </>,
    <>
      <b>
        Brak danych to <code>null</code>, nigdy 0.
      </b>{' '}
      Odróżnisz brakującą wartość od zera.
    </>,
    <>
      <b>Wskaźnik wiarygodności każdego produktu</b>, od 0 do 1, wraz ze źródłem.
    </>,
  ],
  quickStart: 'Przejdź do szybkiego startu',
  reference: 'Referencja API',
  codeLanguage: 'Język programowania',
  exampleRequest: 'Przykładowe zapytanie',

  sources: 'Każda liczba ma źródło',
  productLabels: 'Etykiety produktów',
  productLabelsText: source =>
    `Odczytane z opakowań przez wolontariuszy serwisu ${source}. Przy imporcie sprawdzamy, czy są wiarygodne.`,
  referenceFoods: 'Produkty referencyjne',
  referenceFoodsText: source =>
    `Dane laboratoryjne z bazy ${source}. Najlepsze dla owoców, warzyw, mięsa i innych nieprzetworzonych produktów.`,
  estimates: 'Szacunki',
  estimatesText:
    'Tam, gdzie nie ma etykiety. Zawsze wyglądają inaczej niż dane z etykiet i są niżej w wynikach wyszukiwania.',

  plans: 'Proste plany',
  comparePlans: 'Porównaj plany',
  free: 'Bezpłatnie',
  noCard: 'bez karty',
  perMinute: count => (
    <>
      <b class="tnum">{number(count)}</b>{' '}
      {plural(count, { one: 'zapytanie na minutę', few: 'zapytania na minutę', other: 'zapytań na minutę' })}
    </>
  ),
  getKey: 'Uzyskaj bezpłatny klucz API',
  noOverage: 'Bez karty. Bez opłat za przekroczenie limitu.',
}
