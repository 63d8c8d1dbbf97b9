import type { PopularMessages } from './en.ts'

export const fr: PopularMessages = {
  title: 'Aliments populaires',
  description: 'Les aliments les plus populaires avec énergie, protéines, glucides et matières grasses.',
  lead: 'Triés par popularité. Valeurs pour 100\u00a0g.',
  empty: 'Il n’y a pas encore d’aliments.',
  end: 'Pas d’autres aliments',
  endText: 'La liste se termine avant cette page.',
  firstPage: 'Revenir à la première page',
}
