import { formats } from '../../i18n/format.ts'
import type { DocsMessages } from './en.ts'

const { plural } = formats.pl

export const pl: DocsMessages = {
  sections: {
    getStarted: 'Pierwsze kroki',
    guides: 'Poradniki',
    build: 'Tworzenie z Larder',
    migrate: 'Przejście na Larder',
    reference: 'Referencja API',
    more: 'Więcej',
  },
  documentation: 'Dokumentacja',
  documentationMenu: 'Menu dokumentacji',
  searchDocs: 'Szukaj w dokumentacji',
  onThisPage: 'Na tej stronie',
  previousAndNext: 'Poprzednia i następna strona',
  previous: 'Poprzednia',
  next: 'Następna',
  changelog: 'Lista zmian',
  openApiFile: 'Plik OpenAPI',
  searchTitle: 'Szukaj w dokumentacji',
  search: 'Szukaj',
  resultsFor: (count, query) =>
    plural(count, {
      one: `# wynik dla „${query}”`,
      few: `# wyniki dla „${query}”`,
      many: `# wyników dla „${query}”`,
      other: `# wyniku dla „${query}”`,
    }),
  noResults: query => `Brak wyników dla „${query}”`,
  noResultsHint:
    'Użyj mniejszej liczby słów lub krótszych słów albo skorzystaj z menu. Dokumentacja jest po angielsku.',
  searchHint: 'Wpisz słowo, na przykład „barcode”, „429” lub „null”. Dokumentacja jest po angielsku.',
  searchDescription: 'Przeszukaj wszystkie poradniki i referencję API.',
  tryIt: 'Wypróbuj w konsoli API',
  example: 'Przykład zapytania i odpowiedzi',
  exampleResponse: 'przykład',
  endpoint: 'Punkt końcowy',
  apiKey: 'Klucz API',
  optional: 'opcjonalnie',
  keyHint: 'Wysyłany tylko do API i nigdzie nie zapisywany.',
  notSet: 'nie ustawiono',
  showRequest: 'Pokaż zapytanie',
  send: 'Wyślij zapytanie',
  request: 'Zapytanie',
  response: 'Odpowiedź',
  headers: 'Nagłówki widoczne dla skryptów',
  openInNewTab: 'Otwórz w nowej karcie',
  curlCommand: 'polecenie curl',
  playgroundDescription:
    'Wysyłaj zapytania z przeglądarki i sprawdzaj status, nagłówki, limit oraz treść odpowiedzi.',

  timedOut: 'Brak odpowiedzi w ciągu {seconds} s. Spróbuj ponownie później.',
  invalidKey: 'Klucz API zawiera niedozwolony znak. Skopiuj go ponownie.',
  unreachable:
    'Nie można połączyć się z API pod adresem {url}. Sprawdź połączenie z internetem i spróbuj ponownie.',
  retryIn: 'Spróbuj ponownie za {seconds} s.',
  quotaHint: 'Wyślij klucz API, aby zobaczyć liczbę pozostałych zapytań.',
  requestsLeft: 'Pozostałe zapytania',
  quota: 'Pozostało zapytań: {remaining} z {limit}, do godziny {time}',
}
