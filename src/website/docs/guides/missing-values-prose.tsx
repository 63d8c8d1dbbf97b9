import type { Prose } from '../article.ts'

const en = {
  meaning: (
    <>
      Every food has all 22 fields. A value that the label does not state is <code>null</code>, which means{' '}
      <strong>unknown</strong>. <code>0</code> means that zero was measured or declared.
    </>
  ),
  example: 'Example',
  exampleMeaning: 'The label declares 0 g fiber; cholesterol is not stated.',
  display: {
    title: 'Displaying missing values',
    words: 'Show “not stated” or “unknown”, never 0. People may rely on your numbers for their health.',
    totals:
      'Totals: if one value is unknown, so is the sum. Show “at least 12 g” and how many foods have no value.',
    order:
      'Sorting and filtering: exclude foods with an unknown value or put them last. Unknown does not mean low.',
  },
  code: {
    title: 'Handling null in code',
    text: 'In most languages it is easy to turn null into zero by accident:',
    language: 'Language',
    wrong: 'Wrong: null becomes 0',
    right: 'Right: null stays null',
    missingField: (
      <>
        Clients should treat a missing field like <code>null</code>.
      </>
    ),
  },
}

const de: typeof en = {
  meaning: (
    <>
      Jedes Lebensmittel hat alle 22 Felder. Ein Wert, den das Etikett nicht nennt, ist <code>null</code>, und
      das bedeutet <strong>unbekannt</strong>. <code>0</code> heißt, dass 0 gemessen oder angegeben wurde.
    </>
  ),
  example: 'Beispiel',
  exampleMeaning: 'Das Etikett gibt 0 g Ballaststoffe an; zu Cholesterin macht es keine Angabe.',
  display: {
    title: 'Fehlende Werte anzeigen',
    words:
      'Zeigen Sie „keine Angabe“ oder „unbekannt“ an, nie 0. Manche Menschen verlassen sich für ihre Gesundheit auf Ihre Zahlen.',
    totals:
      'Summen: Ist ein Wert unbekannt, ist es auch die Summe. Zeigen Sie „mindestens 12 g“ an und dazu, bei wie vielen Lebensmitteln der Wert fehlt.',
    order:
      'Sortieren und Filtern: Lassen Sie Lebensmittel mit unbekanntem Wert weg oder stellen Sie sie ans Ende. Unbekannt heißt nicht wenig.',
  },
  code: {
    title: 'Mit null im Code umgehen',
    text: 'In den meisten Sprachen wird aus null leicht versehentlich 0:',
    language: 'Sprache',
    wrong: 'Falsch: null wird zu 0',
    right: 'Richtig: null bleibt null',
    missingField: (
      <>
        Clients sollten ein fehlendes Feld wie <code>null</code> behandeln.
      </>
    ),
  },
}

export const prose: Prose<typeof en> = { en, de }
