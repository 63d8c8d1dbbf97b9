import type { PackMessages } from './en.ts'

export const pl: PackMessages = {
  title: 'Pakiety offline',
  description: 'Produkty tego katalogu w plikach: SQLite dla aplikacji, Parquet do analiz oraz JSON Lines.',
  intro: 'Produkty tego katalogu w jednym pliku, dla aplikacji działających bez połączenia.',
  none: 'Nie ma jeszcze pakietów',
  noneHint: 'Operator tego serwisu jeszcze żadnych nie opublikował. Zajrzyj tu później.',
  packs: 'Pakiety',
  about:
    'Produkty są posortowane według popularności, a potem wiarygodności danych. Pakiety podstawowe zawierają to, czego potrzebuje dziennik żywieniowy; pełne zawierają wszystkie pola API, składniki i inne informacje. Nieznana wartość to null, nigdy zero.',
  index: 'Programy znajdą aktualne pliki w packs.json',
  openTitle: 'Otwieranie pakietu',
  deltas: 'Zmiany',
  deltasHint:
    'Zastosuj te pliki do wcześniejszego pakietu zamiast pobierać go ponownie. Każdy dotyczy pakietu o wersji katalogu z pierwszej kolumny.',
  columns: {
    download: 'Pobierz',
    country: 'Kraj',
    fields: 'Pola',
    foods: 'Produkty',
    size: 'Rozmiar',
    date: 'Data',
    checksum: 'SHA-256',
    from: 'Od wersji',
    pack: 'Pakiet',
    changed: 'Zmienione',
    removed: 'Usunięte',
  },
  fields: { lean: 'Podstawowy', full: 'Pełny' },
  allCountries: 'Wszystkie',
  downloadAs: (pack, format) => `Pobierz pakiet ${pack} w formacie ${format}`,
  license: 'Licencja',
  licenseText: license =>
    `Pakiety są dostępne na licencji ${license}. Można ich używać, zmieniać je i udostępniać, także komercyjnie, pod warunkiem:`,
  readLicense: 'Przeczytaj licencję',
  credit: (text, url) =>
    `podania źródła wszędzie tam, gdzie pokazywane są dane: „${text}”, z linkiem do ${url};`,
  shareAlike:
    'udostępniania na tych samych warunkach: jeśli zmienisz bazę albo połączysz ją z innymi danymi w nową bazę, udostępnij ją użytkownikom na tej samej licencji.',
}
