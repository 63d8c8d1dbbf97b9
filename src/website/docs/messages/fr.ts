import { formats } from '../../i18n/format.ts'
import type { DocsMessages } from './en.ts'

const { plural } = formats.fr

export const fr: DocsMessages = {
  sections: {
    getStarted: 'Premiers pas',
    guides: 'Guides',
    build: 'Développer avec Larder',
    migrate: 'Passer à Larder',
    reference: 'Référence API',
    more: 'Plus',
  },
  documentation: 'Documentation',
  documentationMenu: 'Menu de la documentation',
  searchDocs: 'Rechercher dans la documentation',
  onThisPage: 'Sur cette page',
  previousAndNext: 'Page précédente et page suivante',
  previous: 'Précédent',
  next: 'Suivant',
  changelog: 'Nouveautés',
  openApiFile: 'Fichier OpenAPI',
  searchTitle: 'Rechercher dans la documentation',
  search: 'Rechercher',
  resultsFor: (count, query) =>
    plural(count, {
      one: `# résultat pour «\u00a0${query}\u00a0»`,
      other: `# résultats pour «\u00a0${query}\u00a0»`,
    }),
  noResults: query => `Aucun résultat pour «\u00a0${query}\u00a0»`,
  noResultsHint:
    'Utilisez moins de mots ou des mots plus courts, ou parcourez le menu. La documentation est en anglais.',
  searchHint:
    'Saisissez un mot, par exemple «\u00a0barcode\u00a0», «\u00a0429\u00a0» ou «\u00a0null\u00a0». La documentation est en anglais.',
  searchDescription: 'Rechercher dans tous les guides et dans la référence de l’API.',
  tryIt: 'Essayer dans le bac à sable',
  example: 'Exemple de requête et de réponse',
  exampleResponse: 'exemple',
  endpoint: 'Point d’accès',
  apiKey: 'Clé API',
  optional: 'facultatif',
  keyHint: 'Envoyée uniquement à l’API et jamais enregistrée.',
  notSet: 'non défini',
  showRequest: 'Afficher la requête',
  send: 'Envoyer la requête',
  request: 'Requête',
  response: 'Réponse',
  headers: 'En-têtes visibles par les scripts',
  openInNewTab: 'Ouvrir dans un nouvel onglet',
  curlCommand: 'commande curl',
  playgroundDescription:
    'Envoyez des requêtes depuis votre navigateur et consultez le statut, les en-têtes, la limite et le contenu de la réponse.',

  timedOut: 'Pas de réponse au bout de {seconds} secondes. Réessayez plus tard.',
  invalidKey: 'La clé API contient un caractère non valide. Copiez-la de nouveau.',
  unreachable: 'L’API à l’adresse {url} est injoignable. Vérifiez votre connexion Internet et réessayez.',
  retryIn: 'Réessayez dans {seconds}\u00a0s.',
  quotaHint: 'Envoyez une clé API pour voir combien de requêtes il vous reste.',
  requestsLeft: 'Requêtes restantes',
  quota: '{remaining} requêtes restantes sur {limit} jusqu’à {time}',
}
