import { formats } from '../../i18n/format.ts'
import type { SearchMessages } from './en.tsx'

const { number, plural } = formats.fr

export const fr: SearchMessages = {
  title: 'Recherche',
  titleOf: q => `${q} · Recherche`,
  description: 'Recherchez des aliments par nom, marque ou code-barres, même avec des fautes de frappe.',
  heading: 'Rechercher des aliments',

  atLeastFoods: count => plural(count, { one: 'Au moins # aliment', other: 'Au moins # aliments' }),
  range: (first, last, total) => `${number(first)}–${number(last)} sur ${number(total)}`,
  rewritten: link => <>Résultats pour {link}.</>,
  fewerWords: link => <>Aucun aliment ne contient tous ces mots. Résultats pour {link}.</>,
  bestMatches: 'Voici les meilleurs résultats. Ajoutez un mot ou un filtre pour affiner la recherche.',

  kind: 'Type d’aliment',
  kinds: { all: 'Tous', generic: 'De référence', branded: 'De marque' },
  filters: 'Filtres',
  filtersOf: count => plural(count, { one: '# filtre actif', other: '# filtres actifs' }),
  reset: 'Réinitialiser',
  apply: 'Afficher les résultats',
  data: 'Données',
  names: {
    kind: 'Type d’aliment',
    category: 'Catégorie',
    brand: 'Marque',
    country: 'Pays de vente',
    source: 'Source',
    complete: 'Valeurs nutritionnelles complètes',
    photo: 'Avec photo',
  },
  any: 'Indifférent',
  nutrition: 'Valeurs nutritionnelles pour 100\u00a0g',
  atLeast: 'au moins',
  atMost: 'au plus',
  boundOf: (nutrient, unit, bound) => `${nutrient} en ${unit}, ${bound}`,
  equals: (name, value) => `${name}\u00a0: ${value}`,
  minimum: (nutrient, amount) => `${nutrient}\u00a0: au moins ${amount}`,
  maximum: (nutrient, amount) => `${nutrient}\u00a0: au plus ${amount}`,
  between: (nutrient, min, max) => `${nutrient}\u00a0: ${min} à ${max}`,
  activeFilters: 'Filtres actifs',
  removeFilter: ', retirer le filtre',
  ignored: values => `Non utilisé comme filtre\u00a0: ${values}`,

  sortBy: 'Trier par',
  sort: {
    relevance: 'Pertinence',
    popularity: 'Popularité',
    confidence: 'Les mieux documentés',
    name: 'Nom',
    highest: nutrient => `${nutrient}, ordre décroissant`,
    lowest: nutrient => `${nutrient}, ordre croissant`,
  },
  applySort: 'Trier',
  cards: 'Cartes',

  moreEntries: count => plural(count, { one: '+# autre fiche', other: '+# autres fiches' }),
  withSameName: ' avec ce nom',
  withSameNameAndBrand: ' avec ce nom et cette marque',
  allNamed: name => <>Toutes les fiches nommées {name}.</>,
  backToResults: 'Revenir à tous les résultats',

  missing: link => (
    <>
      <b>Un produit manque&nbsp;?</b> Ajoutez-le sur {link} avec une photo de l’étiquette. Il apparaîtra ici
      après la prochaine synchronisation.
    </>
  ),
  noResults: q => `Aucun résultat pour «\u00a0${q}\u00a0»`,
  noMatch: 'Vérifiez l’orthographe, utilisez moins de mots ou omettez les quantités et les marques.',
  noMatchWithFilters: 'Aucun aliment ne correspond à la fois à vos mots et à tous vos filtres.',
  noBarcode:
    'Aucun aliment n’a ce code-barres. Vérifiez tous les chiffres, y compris le premier et le dernier.',
  noMore: 'Il n’y a aucune fiche portant ce nom.',
  removeFilters: 'Retirer tous les filtres',
  addProduct: 'L’ajouter sur Open Food Facts',
  scan: 'Scanner un code-barres',
  tooShort: 'Saisissez au moins 2 caractères.',
  advice: examples => (
    <>
      Recherchez par nom, marque ou code-barres, dans toutes les langues. Les fautes de frappe ne gênent pas.
      Essayez {examples[0]} ou {examples[1]}.
    </>
  ),
  popular: 'Aliments populaires',
  allPopular: 'Tous les aliments populaires',
  browse: 'Parcourir par catégorie',
  allCategories: 'Toutes les catégories',
  tooMany: 'Trop de recherches',
  tooManyText: (limit, seconds) =>
    `Vous avez lancé plus de ${number(limit)} recherches en une minute. Réessayez dans ${plural(seconds, { one: '# seconde', other: '# secondes' })}.`,
  useApi: link => <>Pour des recherches automatisées, utilisez {link('l’API')}.</>,

  referenceFoods: 'Aliments de référence',
  products: 'Produits',
  searchFor: q => `Rechercher «\u00a0${q}\u00a0»`,
}
