import { formats } from '../../i18n/format.ts'
import type { CompareMessages } from './en.ts'

const { number, plural } = formats.fr

export const fr: CompareMessages = {
  title: 'Comparer des aliments',
  titleOf: foods => `Comparaison\u00a0: ${foods}`,
  description: maxFoods =>
    `Comparez côte à côte les valeurs nutritionnelles de ${number(maxFoods)} aliments au plus, pour 100\u00a0g ou par portion.`,
  per100gHint:
    'Pour 100\u00a0g. La meilleure valeur de chaque ligne est mise en avant lorsqu’une valeur plus élevée ou plus faible est clairement préférable.',
  perServingHint:
    'Par portion, telle qu’indiquée sur l’étiquette. Les portions étant de tailles différentes, aucune valeur n’est mise en avant.',
  valuesFor: 'Afficher les valeurs',
  per100g: 'Pour 100\u00a0g',
  perServing: 'Par portion',
  table: 'Comparaison',
  remove: food => `Retirer ${food}`,
  addFood: 'Ajouter',
  better: 'meilleure valeur',
  energyFrom: 'Sources d’énergie',
  energyShares: (protein, carbs, fat) => `${protein} protéines, ${carbs} glucides, ${fat} matières grasses`,
  brand: 'Marque',
  serving: 'Portion',
  data: 'Données',
  source: 'Source',
  estimateNote:
    'Les estimations par IA sont signalées par ≈. Elles ne sont pas mesurées et ne comptent donc jamais comme meilleure valeur.',
  tooFew: 'Ajoutez un deuxième aliment pour comparer.',
  notFound: count =>
    plural(count, { one: '# aliment est introuvable.', other: '# aliments sont introuvables.' }),
  tooMany: maxFoods => `Seuls les ${number(maxFoods)} premiers aliments sont comparés.`,
  full: maxFoods => `${number(maxFoods)} aliments au maximum. Retirez-en un pour en ajouter un autre.`,
  addTitle: 'Ajouter un aliment',
  addLabel: 'Nom, marque ou code-barres',
  search: 'Rechercher',
  results: q => `Aliments pour «\u00a0${q}\u00a0»`,
  noResults: q => `Aucun aliment pour «\u00a0${q}\u00a0». Vérifiez l’orthographe ou essayez un autre mot.`,
  tooShort: 'Saisissez au moins 2 caractères.',
  tooManySearches: seconds =>
    `Trop de recherches. Veuillez patienter ${plural(seconds, { one: '# seconde', other: '# secondes' })} avant de réessayer.`,
  add: 'Ajouter',
  addNamed: food => `Ajouter ${food}`,
  fromCategory: category => `Ajouter depuis la catégorie ${category}`,
  emptyTitle: 'Quels aliments souhaitez-vous comparer\u00a0?',
  emptyHint: 'Cherchez un aliment et ajoutez-le.',
  examples: 'Comparaisons populaires',
  pair: (one, other) => `${one} ou ${other}`,
}
