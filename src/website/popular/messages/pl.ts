import type { PopularMessages } from './en.ts'

export const pl: PopularMessages = {
  title: 'Popularne produkty',
  description: 'Najpopularniejsze produkty z wartością energetyczną, białkiem, tłuszczem i węglowodanami.',
  lead: 'Posortowane według popularności. Wartości w 100 g.',
  empty: 'Nie ma jeszcze żadnych produktów.',
  end: 'Nie ma więcej produktów',
  endText: 'Lista kończy się przed tą stroną.',
  firstPage: 'Wróć do pierwszej strony',
}
