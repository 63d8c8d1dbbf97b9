import type { PopularMessages } from './en.ts'

export const de: PopularMessages = {
  title: 'Beliebte Lebensmittel',
  description: 'Die beliebtesten Lebensmittel mit Energie, Eiweiß, Fett und Kohlenhydraten.',
  lead: 'Nach Beliebtheit sortiert. Werte pro 100 g.',
  empty: 'Es gibt noch keine Lebensmittel.',
  end: 'Keine weiteren Lebensmittel',
  endText: 'Die Liste endet vor dieser Seite.',
  firstPage: 'Zurück zur ersten Seite',
}
