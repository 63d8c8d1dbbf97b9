import { formats } from '../../i18n/format.ts'
import type { HomeMessages } from './en.tsx'

const { number, plural } = formats.de

const words = ['eine', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn']

export const de: HomeMessages = {
  title: 'Larder: Nährwerte nach Name oder Barcode',
  description:
    'Nährwerte nach Name, Marke oder Barcode suchen und dieselben Daten über eine kostenlose JSON-API abrufen.',
  headline: {
    millions: count =>
      `Nährwerte für ${words[count - 1] ?? number(count)} ${count === 1 ? 'Million' : 'Millionen'} Lebensmittel`,
    foods: count => `Nährwerte für ${number(count)} Lebensmittel`,
    none: 'Nährwerte für Ihre Lebensmittel',
  },
  lead: 'Finden Sie jedes Produkt nach Name oder Barcode. Sie sehen, was auf dem Etikett steht, wie das Produkt im Vergleich abschneidet und woher jede Zahl stammt.',
  try: 'Zum Beispiel',
  examples: ['griechischer Joghurt', 'Banane', 'Haferdrink', 'Honig'],

  per100g: 'Pro 100 g',
  label: 'Etikett',
  apiField: 'API-Feld',
  apiDocs: 'API-Dokumentation',
  dataFrom: 'Daten:',

  coverage: 'Was der Katalog enthält',
  foods: 'Lebensmittel zum Nachschlagen',
  complete: 'mit vollständigen Nährwerten',
  fromSource: source => `von ${source}`,
  updated: 'zuletzt aktualisiert',

  popular: 'Beliebte Lebensmittel',
  allPopular: 'Alle beliebten Lebensmittel',
  browse: 'Nach Kategorien stöbern',
  allCategories: 'Alle Kategorien',

  sameData: 'Dieselben Daten in Ihrer App',
  sameDataText: fields =>
    `Eine Anfrage, für den Anfang ohne API-Schlüssel. Einfaches JSON, ein flaches Objekt pro Lebensmittel mit ${fields} dokumentierten Feldern.`,
  ticks: [
    <>
      <b>Immer pro 100 g.</b> Eine Multiplikation genügt für jede Portion.
    </>,
    <>
      <b>
        Unbekannt ist <code>null</code>, nie 0.
      </b>{' '}
      So lassen sich fehlende Werte von einer echten Null unterscheiden.
    </>,
    <>
      <b>Ein Wert für die Verlässlichkeit jedes Lebensmittels</b>, von 0 bis 1, mit Quelle.
    </>,
  ],
  quickStart: 'Zum Schnellstart',
  reference: 'API-Referenz',
  codeLanguage: 'Programmiersprache',
  exampleRequest: 'Beispielanfrage',

  sources: 'Jede Zahl hat eine Quelle',
  productLabels: 'Produktetiketten',
  productLabelsText: source =>
    `Von Freiwilligen bei ${source} von der Packung abgelesen. Beim Import prüfen wir, ob die Werte plausibel sind.`,
  referenceFoods: 'Referenzlebensmittel',
  referenceFoodsText: source =>
    `Labordaten von ${source}. Am besten für Obst, Gemüse, Fleisch und andere unverarbeitete Lebensmittel.`,
  estimates: 'Schätzungen',
  estimatesText:
    'Für Lebensmittel ohne Etikett. Schätzungen sind immer gekennzeichnet und stehen in der Suche hinter Etikettdaten.',

  plans: 'Einfache Tarife',
  comparePlans: 'Tarife vergleichen',
  free: 'Kostenlos',
  noCard: 'ohne Kreditkarte',
  perMinute: count => (
    <>
      <b class="tnum">{number(count)}</b>{' '}
      {plural(count, { one: 'Anfrage pro Minute', other: 'Anfragen pro Minute' })}
    </>
  ),
  getKey: 'Kostenlosen API-Schlüssel holen',
  noOverage: 'Ohne Kreditkarte. Keine Mehrkosten bei Überschreitung.',
}
