import { formats } from '../../i18n/format.ts'
import type { CompareMessages } from './en.ts'

const { number, plural } = formats.de

export const de: CompareMessages = {
  title: 'Lebensmittel vergleichen',
  titleOf: foods => `Vergleich: ${foods}`,
  description: maxFoods =>
    `Vergleichen Sie die Nährwerte von bis zu ${number(maxFoods)} Lebensmitteln nebeneinander, pro 100 g oder pro Portion.`,
  per100gHint:
    'Pro 100 g. Der beste Wert jeder Zeile ist hervorgehoben, sofern ein höherer oder niedrigerer Wert eindeutig besser ist.',
  perServingHint:
    'Pro Portion, wie auf dem Etikett angegeben. Portionen sind verschieden groß, deshalb ist kein Wert hervorgehoben.',
  valuesFor: 'Werte anzeigen',
  per100g: 'Pro 100 g',
  perServing: 'Pro Portion',
  table: 'Vergleich',
  remove: food => `${food} entfernen`,
  addFood: 'Hinzufügen',
  better: 'bester Wert',
  energyFrom: 'Energiequellen',
  energyShares: (protein, carbs, fat) => `${protein} Eiweiß, ${carbs} Kohlenhydrate, ${fat} Fett`,
  brand: 'Marke',
  serving: 'Portion',
  data: 'Daten',
  source: 'Quelle',
  estimateNote:
    'KI-Schätzungen sind mit ≈ gekennzeichnet. Sie sind nicht gemessen und gelten deshalb nie als bester Wert.',
  tooFew: 'Fügen Sie ein zweites Lebensmittel zum Vergleich hinzu.',
  notFound: count =>
    plural(count, {
      one: '# Lebensmittel wurde nicht gefunden.',
      other: '# Lebensmittel wurden nicht gefunden.',
    }),
  tooMany: maxFoods => `Nur die ersten ${number(maxFoods)} Lebensmittel werden verglichen.`,
  full: maxFoods =>
    `Mehr als ${number(maxFoods)} Lebensmittel sind nicht möglich. Entfernen Sie eines, um ein anderes hinzuzufügen.`,
  addTitle: 'Lebensmittel hinzufügen',
  addLabel: 'Name, Marke oder Barcode',
  search: 'Suchen',
  results: q => `Lebensmittel für „${q}“`,
  noResults: q =>
    `Keine Lebensmittel für „${q}“. Prüfen Sie die Schreibweise oder versuchen Sie ein anderes Wort.`,
  tooShort: 'Geben Sie mindestens 2 Zeichen ein.',
  tooManySearches: seconds =>
    `Zu viele Suchanfragen. Bitte warten Sie ${plural(seconds, { one: '# Sekunde', other: '# Sekunden' })} und versuchen Sie es erneut.`,
  add: 'Hinzufügen',
  addNamed: food => `${food} hinzufügen`,
  fromCategory: category => `Aus der Kategorie ${category} hinzufügen`,
  emptyTitle: 'Welche Lebensmittel möchten Sie vergleichen?',
  emptyHint: 'Suchen Sie ein Lebensmittel und fügen Sie es hinzu.',
  examples: 'Beliebte Vergleiche',
  pair: (one, other) => `${one} oder ${other}`,
}
