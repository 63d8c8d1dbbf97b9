import { formats } from '../../i18n/format.ts'
import type { BrandMessages } from './en.ts'

const { number, plural } = formats.fr
const brands = (count: number) => plural(count, { one: '# marque', other: '# marques' })

export const fr: BrandMessages = {
  title: 'Marques',
  description: count =>
    `Parcourez les aliments de ${brands(count)}, avec leurs valeurs nutritionnelles pour 100\u00a0g.`,
  intro: (count, minFoods) =>
    `${brands(count)} comptant au moins ${number(minFoods)} aliments, les plus grandes d’abord. Les aliments de même nom et de même marque comptent une fois.`,
  find: 'Trouver une marque',
  findButton: 'Trouver',
  matches: (count, find) => `${brands(count)} pour «\u00a0${find}\u00a0»`,
  firstMatches: (count, find) => `Les ${number(count)} plus grandes marques pour «\u00a0${find}\u00a0»`,
  noMatches: find => `Aucune marque pour «\u00a0${find}\u00a0»`,
  noMatchesHint: 'Les petites marques ne figurent pas ici, mais la recherche trouve leurs aliments.',
  searchFoods: find => `Chercher «\u00a0${find}\u00a0» parmi les aliments`,
  allBrands: 'Toutes les marques',
  noBrands: 'Aucune marque pour l’instant',
  noBrandsHint: minFoods => `Les marques comptant au moins ${number(minFoods)} aliments apparaissent ici.`,

  brandDescription: (brand, foods) =>
    `Valeurs nutritionnelles de ${foods} de la marque ${brand}\u00a0: énergie, protéines, glucides et matières grasses pour 100\u00a0g.`,
  summary: 'Par popularité · Valeurs pour 100\u00a0g',
  range: (first, last, foods) => `${number(first)} à ${number(last)} sur ${foods}`,
  notFound: 'Marque introuvable',
  notFoundHint: 'Aucun aliment du catalogue ne mentionne cette marque.',
  pastEnd: 'Pas d’autres aliments',
  pastEndHint: brand => `La liste de la marque ${brand} s’arrête avant cette page.`,
  firstPage: 'Première page',
}
