import { formats } from '../../i18n/format.ts'
import type { CategoryMessages } from './en.ts'

const { number, plural } = formats.fr

export const fr: CategoryMessages = {
  title: 'Catégories',
  description: categories =>
    `Parcourez les aliments de ${plural(categories, { one: '# catégorie', other: '# catégories' })}, avec leurs valeurs nutritionnelles pour 100\u00a0g.`,
  intro: (shelves, categories) =>
    `${plural(shelves, { one: '# rayon', other: '# rayons' })} et ${plural(categories, { one: '# catégorie', other: '# catégories' })}. Les aliments de même nom et de même marque comptent une fois.`,
  find: 'Trouver une catégorie',
  findButton: 'Trouver',
  matches: (count, find) =>
    `${plural(count, { one: '# catégorie', other: '# catégories' })} pour «\u00a0${find}\u00a0»`,
  noMatches: find => `Aucune catégorie pour «\u00a0${find}\u00a0»`,
  noMatchesHint: 'Essayez un mot plus court ou cherchez parmi tous les aliments.',
  searchFoods: find => `Chercher «\u00a0${find}\u00a0» parmi les aliments`,
  allCategories: 'Toutes les catégories',
  allIn: category => `Tout voir\u00a0: ${category}`,
  others: 'Autres catégories',
  noCategories: 'Aucune catégorie pour l’instant',
  noCategoriesHint: 'Elles apparaissent après la première importation d’aliments.',

  categoryDescription: (category, foods) =>
    `Valeurs nutritionnelles de ${foods} de la catégorie ${category}\u00a0: énergie, protéines, glucides et matières grasses pour 100\u00a0g.`,
  childrenOf: category => `Sous-catégories\u00a0: ${category}`,
  range: (first, last, foods) => `${number(first)} à ${number(last)} sur ${foods}`,
  valuesPer100g: 'Valeurs pour 100\u00a0g',
  view: 'Affichage',
  rows: 'Liste',
  cards: 'Cartes',
  sortBy: 'Trier par',
  apply: 'Appliquer',
  sort: {
    popularity: 'Popularité',
    name: 'Nom',
    calories_kcal: 'Le moins d’énergie',
    protein_g: 'Le plus de protéines',
    fiber_g: 'Le plus de fibres',
    sugar_g: 'Le moins de sucres',
  },
  notFound: 'Catégorie introuvable',
  notFoundHint: 'Les catégories évoluent avec les données\u00a0: celle-ci a peut-être été renommée.',
  pastEnd: 'Pas d’autres aliments',
  pastEndHint: category => `La liste «\u00a0${category}\u00a0» s’arrête avant cette page.`,
  firstPage: 'Première page',
}
