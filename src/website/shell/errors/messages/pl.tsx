import { formats } from '../../../i18n/format.ts'
import type { ErrorMessages } from './en.tsx'

const { number, plural } = formats.pl

export const pl: ErrorMessages = {
  notFound: {
    title: 'Nie znaleziono strony',
    text: 'W adresie może być literówka albo produkt został połączony z innym wpisem. Wyszukaj go tutaj:',
  },
  serverError: {
    title: 'Coś poszło nie tak',
    text: 'Wystąpił nieoczekiwany błąd i został zapisany w dzienniku. Spróbuj ponownie za chwilę.',
  },
  unavailable: {
    title: 'Chwilowo niedostępne',
    text: 'Baza danych jest teraz nieosiągalna. Niczego nie zmieniono. Spróbuj ponownie za kilka sekund.',
  },
  badRequest: {
    title: 'Zapytanie nie powiodło się',
    text: 'Serwer nie mógł przetworzyć tego zapytania. Wróć, sprawdź wpisane dane i spróbuj ponownie.',
  },
  formExpired: {
    title: 'Ten formularz wygasł',
    text: 'Zmiany nie zostały zapisane. Być może zalogowano się lub wylogowano w innej karcie albo formularz nie został wysłany z tego serwisu.',
  },
  formExpiredAdvice: origin => (
    <>
      Wróć, odśwież stronę i spróbuj ponownie. Upewnij się, że pliki cookie są włączone i że korzystasz z{' '}
      {origin}.
    </>
  ),
  toAccount: 'Przejdź do konta',

  tooManyPages: {
    title: 'Zbyt wiele stron',
    text: limit =>
      `Z Twojego adresu IP otwarto w ciągu minuty ponad ${number(limit)} stron, więc ta strona nie została wczytana.`,
  },
  tooManyAtOnce: {
    title: 'Zbyt wiele stron naraz',
    text: 'Z Twojego adresu IP wczytuje się jednocześnie zbyt wiele stron, więc ta strona nie została wczytana.',
  },
  busy: {
    title: 'Serwis jest przeciążony',
    text: 'Serwis ma teraz więcej odwiedzających, niż może obsłużyć, więc ta strona nie została wczytana.',
  },
  oneSitemap: {
    title: 'Tylko jedna mapa witryny naraz',
    text: 'Na Twój adres IP wysyłana jest już mapa witryny, więc ta nie została wysłana.',
  },
  tooManyDownloads: {
    title: 'Zbyt wiele pobrań naraz',
    text: limit =>
      plural(limit, {
        one: 'Z Twojego adresu IP pobierany jest już # pakiet, więc ten nie został wysłany.',
        few: 'Z Twojego adresu IP pobierane są już # pakiety, więc ten nie został wysłany.',
        other: 'Z Twojego adresu IP pobiera się już # pakietów, więc ten nie został wysłany.',
      }),
  },
  retryAfter: seconds =>
    plural(seconds, {
      one: 'Spróbuj ponownie za # sekundę.',
      few: 'Spróbuj ponownie za # sekundy.',
      other: 'Spróbuj ponownie za # sekund.',
    }),
  forPrograms: link => (
    <>
      Pobierasz strony za pomocą programu? Korzystaj z {link('/sitemap.xml', 'mapy witryny')}, czekaj tak
      długo, jak wskazuje nagłówek <code>Retry-After</code>, a dane pobieraj przez {link('/docs', 'API')}.
      Jeśli potrzebujesz całego katalogu, {link('/docs/self-hosting', 'uruchom Larder samodzielnie')} ze
      zrzutami danych na otwartej licencji.
    </>
  ),

  searchFoods: 'Szukaj produktów',
  searchFoodsText: 'Po nazwie, marce lub kodzie kreskowym',
  categories: 'Przeglądaj kategorie',
  categoriesText: 'Od największej do najmniejszej',
  docs: 'Czytaj dokumentację',
  docsText: 'Szybki start i referencja API',
  home: 'Przejdź do strony głównej',
  homeText: 'Popularne produkty i liczby',
  requestId: id => <>Identyfikator zapytania: {id}. Podaj go, jeśli się z nami skontaktujesz.</>,
}
