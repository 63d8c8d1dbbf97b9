import type { BarcodeMessages } from './en.ts'

export const pl: BarcodeMessages = {
  scanTitle: 'Zeskanuj kod kreskowy',
  scanDescription:
    'Zeskanuj kod kreskowy produktu aparatem albo wpisz jego numer, aby zobaczyć wartości odżywcze.',
  scanIntro: 'Skieruj aparat na kod kreskowy produktu albo wpisz jego numer.',
  cameraTitle: 'Za pomocą aparatu',
  cameraPreview: 'Podgląd z aparatu',
  startCamera: 'Włącz aparat',
  stopCamera: 'Wyłącz aparat',
  privacy: 'Obrazy pozostają w przeglądarce. Wysyłany jest tylko numer kodu kreskowego.',
  allowCamera: 'Zezwól na dostęp do aparatu, gdy przeglądarka o to zapyta.',
  pointCamera: 'Skieruj aparat na kod kreskowy.',
  nothingYet:
    'Nie wykryto kodu kreskowego. Spróbuj przy lepszym świetle, na płaskiej powierzchni, z odległości około 10 cm.',
  found: 'Wykryto {code}. Trwa wyszukiwanie…',
  denied:
    'Odmówiono dostępu do aparatu. Wpisz numer poniżej albo zezwól na dostęp dla tej strony w ustawieniach przeglądarki.',
  noCamera: 'Nie znaleziono aparatu. Wpisz numer poniżej.',
  unavailable: 'Aparat jest niedostępny; być może używa go inna aplikacja. Wpisz numer poniżej.',
  number: 'Numer kodu kreskowego',
  numberHint: 'Od 8 do 14 cyfr pod kreskami, ze spacjami lub bez.',
  lookUp: 'Sprawdź',

  notFound: 'Nie znaleziono kodu kreskowego',
  notFoundText: code => `Nie mamy jeszcze produktu o kodzie kreskowym ${code}.`,
  contribute: site => `Możesz go dodać w serwisie ${site}. Pojawi się tutaj po następnej synchronizacji.`,
  addOn: site => `Dodaj w serwisie ${site}`,
  misread: code =>
    `Cyfra kontrolna numeru ${code} się nie zgadza, więc prawdopodobnie jedną z cyfr odczytano błędnie. Sprawdź wszystkie cyfry, także pierwszą i ostatnią.`,
  invalid: 'Nieprawidłowy kod kreskowy',
  invalidText: 'Kod kreskowy ma 8, 12, 13 lub 14 cyfr i nie zawiera liter. Cyfry znajdują się pod kreskami.',
  checkDigits: 'Sprawdź cyfry',
  scanAnother: 'Zeskanuj inny kod kreskowy',
  searchByName: 'Albo szukaj po nazwie',
}
