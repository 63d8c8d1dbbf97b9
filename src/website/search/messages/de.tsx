import { formats } from '../../i18n/format.ts'
import type { SearchMessages } from './en.tsx'

const { number, plural } = formats.de

export const de: SearchMessages = {
  title: 'Suche',
  titleOf: q => `${q} · Suche`,
  description: 'Lebensmittel nach Name, Marke oder Barcode suchen. Tippfehler werden erkannt.',
  heading: 'Lebensmittel suchen',

  atLeastFoods: count => plural(count, { other: 'Mindestens # Lebensmittel' }),
  range: (first, last, total) => `${number(first)}–${number(last)} von ${number(total)}`,
  rewritten: link => <>Ergebnisse für {link}.</>,
  fewerWords: link => <>Kein Lebensmittel enthält alle diese Wörter. Ergebnisse für {link}.</>,
  bestMatches:
    'Das sind die besten Treffer. Ergänzen Sie ein Wort oder einen Filter, um die Suche einzugrenzen.',

  kind: 'Art des Lebensmittels',
  kinds: { all: 'Alle', generic: 'Referenzlebensmittel', branded: 'Markenprodukte' },
  filters: 'Filter',
  filtersOf: count => plural(count, { one: '# aktiver Filter', other: '# aktive Filter' }),
  reset: 'Zurücksetzen',
  apply: 'Ergebnisse anzeigen',
  data: 'Daten',
  names: {
    kind: 'Art des Lebensmittels',
    category: 'Kategorie',
    brand: 'Marke',
    country: 'Verkauft in (Land)',
    source: 'Quelle',
    complete: 'Vollständige Nährwerte',
    photo: 'Mit Foto',
  },
  any: 'Beliebig',
  nutrition: 'Nährwerte pro 100 g',
  atLeast: 'mindestens',
  atMost: 'höchstens',
  boundOf: (nutrient, unit, bound) => `${nutrient} in ${unit}, ${bound}`,
  equals: (name, value) => `${name}: ${value}`,
  minimum: (nutrient, amount) => `${nutrient}: mindestens ${amount}`,
  maximum: (nutrient, amount) => `${nutrient}: höchstens ${amount}`,
  between: (nutrient, min, max) => `${nutrient}: ${min} bis ${max}`,
  activeFilters: 'Aktive Filter',
  removeFilter: ', Filter entfernen',
  ignored: values => `Nicht als Filter verwendet: ${values}`,

  sortBy: 'Sortieren nach',
  sort: {
    relevance: 'Beste Treffer',
    popularity: 'Am beliebtesten',
    confidence: 'Am besten dokumentiert',
    name: 'Name',
    highest: nutrient => `${nutrient}, absteigend`,
    lowest: nutrient => `${nutrient}, aufsteigend`,
  },
  applySort: 'Sortieren',
  cards: 'Karten',

  moreEntries: count => plural(count, { one: '+# weiterer Eintrag', other: '+# weitere Einträge' }),
  withSameName: ' mit diesem Namen',
  withSameNameAndBrand: ' mit diesem Namen und dieser Marke',
  allNamed: name => <>Alle Einträge mit dem Namen {name}.</>,
  backToResults: 'Zurück zu allen Ergebnissen',

  missing: link => (
    <>
      <b>Fehlt ein Produkt?</b> Fügen Sie es auf {link} mit einem Foto des Etiketts hinzu. Es erscheint hier
      nach dem nächsten Abgleich.
    </>
  ),
  noResults: q => `Keine Ergebnisse für „${q}“`,
  noMatch: 'Prüfen Sie die Schreibweise, verwenden Sie weniger Wörter oder lassen Sie Größen und Marken weg.',
  noMatchWithFilters: 'Kein Lebensmittel passt zu Ihren Wörtern und zugleich zu allen Filtern.',
  noBarcode:
    'Kein Lebensmittel hat diesen Barcode. Prüfen Sie, ob alle Ziffern stimmen, auch die erste und die letzte.',
  noMore: 'Es gibt keine Einträge mit diesem Namen.',
  removeFilters: 'Alle Filter entfernen',
  addProduct: 'Auf Open Food Facts hinzufügen',
  scan: 'Barcode scannen',
  tooShort: 'Geben Sie mindestens 2 Zeichen ein.',
  advice: examples => (
    <>
      Suchen Sie nach Name, Marke oder Barcode, in jeder Sprache. Tippfehler sind kein Problem. Probieren Sie{' '}
      {examples[0]} oder {examples[1]}.
    </>
  ),
  popular: 'Beliebte Lebensmittel',
  allPopular: 'Alle beliebten Lebensmittel',
  browse: 'Nach Kategorien stöbern',
  allCategories: 'Alle Kategorien',
  tooMany: 'Zu viele Suchanfragen',
  tooManyText: (limit, seconds) =>
    `Sie haben in einer Minute mehr als ${number(limit)} Suchanfragen gestellt. Versuchen Sie es in ${plural(seconds, { one: '# Sekunde', other: '# Sekunden' })} erneut.`,
  useApi: link => <>Verwenden Sie für automatisierte Suchanfragen {link('die API')}.</>,

  referenceFoods: 'Referenzlebensmittel',
  products: 'Produkte',
  searchFor: q => `Nach „${q}“ suchen`,
}
