import { formats } from '../../i18n/format.ts'
import type { HomeMessages } from './en.tsx'

const { number, plural } = formats.fr

const words = ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix']

export const fr: HomeMessages = {
  title: 'Larder\u00a0: valeurs nutritionnelles par nom ou code-barres',
  description:
    'Recherchez des valeurs nutritionnelles par nom, marque ou code-barres, et obtenez les mêmes données avec une API JSON gratuite.',
  headline: {
    millions: count =>
      `Les valeurs nutritionnelles de ${words[count - 1] ?? number(count)} ${count === 1 ? 'million' : 'millions'} d’aliments`,
    foods: count =>
      plural(count, {
        one: 'Les valeurs nutritionnelles de # aliment',
        other: 'Les valeurs nutritionnelles de # aliments',
      }),
    none: 'Les valeurs nutritionnelles de vos aliments',
  },
  lead: 'Trouvez un produit par son nom ou son code-barres. Voyez ce que dit l’étiquette, comment il se situe par rapport aux autres et d’où vient chaque chiffre.',
  try: 'Essayez',
  examples: ['yaourt grec', 'banane', 'boisson avoine', 'miel'],

  per100g: 'Pour 100\u00a0g',
  label: 'Étiquette',
  apiField: 'Champ de l’API',
  apiDocs: 'Documentation de l’API',
  dataFrom: 'Données\u00a0:',

  coverage: 'Contenu du catalogue',
  foods: 'aliments consultables',
  complete: 'avec des valeurs nutritionnelles complètes',
  fromSource: source => `source\u00a0: ${source}`,
  updated: 'dernière mise à jour',

  popular: 'Aliments populaires',
  allPopular: 'Tous les aliments populaires',
  browse: 'Parcourir par catégorie',
  allCategories: 'Toutes les catégories',

  sameData: 'Les mêmes données dans votre application',
  sameDataText: fields =>
    `Une requête, sans clé API pour commencer. Du JSON simple, un objet plat par aliment, avec ${fields} champs documentés.`,
  ticks: [
    <>
      <b>Toujours pour 100&nbsp;g.</b> Une multiplication suffit pour toute portion.
    </>,
    <>
      <b>
        Inconnu vaut <code>null</code>, jamais 0.
      </b>{' '}
      Vous distinguez une valeur absente de zéro.
    </>,
    <>
      <b>Un indice de fiabilité pour chaque aliment</b>, de 0 à 1, avec sa source.
    </>,
  ],
  quickStart: 'Lire le guide de démarrage',
  reference: 'Référence API',
  codeLanguage: 'Langage de programmation',
  exampleRequest: 'Exemple de requête',

  sources: 'Chaque chiffre a une source',
  productLabels: 'Étiquettes des produits',
  productLabelsText: source =>
    `Relevées sur l’emballage par les bénévoles d’${source}. Nous vérifions leur plausibilité à l’importation.`,
  referenceFoods: 'Aliments de référence',
  referenceFoodsText: source =>
    `Données de laboratoire (${source}). Idéales pour les fruits, les légumes, la viande et les autres aliments bruts.`,
  estimates: 'Estimations',
  estimatesText:
    'Pour les aliments sans étiquette. Elles se distinguent toujours des étiquettes et sont classées après elles.',

  plans: 'Des formules simples',
  comparePlans: 'Comparer les formules',
  free: 'Gratuit',
  noCard: 'sans carte bancaire',
  perMinute: count => (
    <>
      <b class="tnum">{number(count)}</b>{' '}
      {plural(count, { one: 'requête par minute', other: 'requêtes par minute' })}
    </>
  ),
  getKey: 'Obtenir une clé API gratuite',
  noOverage: 'Sans carte bancaire. Pas de frais de dépassement.',
}
