import { formats } from '../../i18n/format.ts'
import type { PublicMessages } from './en.tsx'

const { number, plural } = formats.fr

export const fr: PublicMessages = {
  pricing: {
    title: 'Tarifs',
    description:
      'Ce que coûte l’API de Larder\u00a0: des formules selon le nombre de requêtes par minute. Chaque formule comprend tous les aliments et tous les points d’accès.',
    heading: 'Payez la vitesse, pas les données',
    lead: 'Chaque formule comprend tous les aliments et tous les points d’accès. Vous choisissez le nombre de requêtes par minute.',
    free: 'Gratuit',
    noCard: 'sans carte bancaire',
    priceAtCheckout: 'Prix affiché au moment du paiement',
    priceOnRequest: 'Sur demande',
    recommended: 'Pour la plupart des applications',
    audience: {
      starter: 'Pour essayer et pour les petits projets.',
      pro: 'Pour les applications en production.',
      scale: 'Pour les produits à fort trafic.',
    },
    getKey: 'Obtenir une clé API gratuite',
    start: plan => `Choisir ${plan}`,
    yourPlan: 'Voir votre formule',
    contact: 'Nous contacter',
    selfHost: 'L’héberger vous-même',
    requestsPerMinute: 'requêtes par minute',
    perAddress: 'Limite comptée par adresse IP',
    perAccount: 'Limite comptée par compte, toutes clés confondues',
    allFoods: 'Tous les points d’accès et tous les aliments',
    worksWithoutKey: 'Fonctionne aussi sans clé',
    hourlyLimit: requests =>
      plural(requests, { one: '# requête par heure au maximum', other: '# requêtes par heure au maximum' }),
    noHourlyLimit: 'Aucune limite horaire',
    noDelay: 'Aucune attente supplémentaire',
    keyLimits: 'Clés API avec leurs propres limites',
    usage: 'Utilisation par clé et par point d’accès',
    everythingIn: plan => `Tout ce que comprend ${plan}`,
    noOverage:
      'Pas de frais de dépassement\u00a0: au-delà de la limite, les requêtes sont refusées, pas facturées.',
    pricesUnknown:
      'Notre prestataire de paiement ne répond pas\u00a0: certains prix manquent donc ici. Vous verrez le prix avant de payer.',
    notSold: (
      <>
        Les formules payantes ne sont pas vendues sur ce site&nbsp;; l’exploitant les attribue.{' '}
        <a href="/contact">Demandez-en une</a> ou <a href="/docs/self-hosting">hébergez Larder vous-même</a>.
      </>
    ),
    notSoldWithoutContact: (
      <>
        Les formules payantes ne sont pas vendues sur ce site&nbsp;; l’exploitant les attribue. Vous pouvez
        aussi <a href="/docs/self-hosting">héberger Larder vous-même</a> et fixer les limites.
      </>
    ),
    compare: 'Comparer les formules',
    feature: 'Caractéristique',
    noKey: 'Sans clé',
    price: 'Prix',
    minute: 'Requêtes par minute',
    hour: 'Requêtes par heure',
    counted: 'Limite comptée',
    byAddress: 'par adresse IP',
    byAccount: 'par compte',
    delay: 'Attente supplémentaire',
    milliseconds: ms => `${number(ms)}\u00a0ms`,
    none: 'aucune',
    unlimited: 'aucune limite horaire',
    allFields: 'Tous les aliments et tous les champs',
    keys: 'Clés API',
    keyOptions: 'Limite et expiration par clé',
    yes: 'Oui',
    no: 'Non',
    questions: 'Questions fréquentes',
    overLimit: {
      question: 'Que se passe-t-il si je dépasse la limite\u00a0?',
      answer: (
        <>
          Vous recevez une réponse <code>429</code> avec un en-tête <code>Retry-After</code> qui indique
          combien de secondes attendre. Rien n’est facturé.
        </>
      ),
    },
    delayQuestion: {
      question: 'Pourquoi les requêtes gratuites doivent-elles attendre\u00a0?',
      answer: ms =>
        `Les requêtes sans clé ou avec une clé gratuite attendent ${number(ms)}\u00a0ms avant d’être traitées, afin que les clients payants soient servis en premier.`,
    },
    commercial: {
      question: 'Puis-je utiliser les données dans une application commerciale\u00a0?',
      answer: (source, license, guide) => (
        <>
          Oui. La plupart des aliments viennent d’{source} sous la licence {license}, qui impose de citer la
          source et de partager une base modifiée sous la même licence. {guide}.
        </>
      ),
      guide: 'Licence et mention de la source',
    },
    cache: {
      question: 'Puis-je mettre les réponses en cache\u00a0?',
      answer: (
        <>
          Oui. Les identifiants des aliments sont stables et chaque réponse contenant des aliments a un{' '}
          <code>ETag</code>&nbsp;: vérifier s’il y a du nouveau coûte peu.
        </>
      ),
    },
    host: {
      question: 'Puis-je héberger Larder moi-même\u00a0?',
      answer: guide => (
        <>
          Oui. Larder est un logiciel libre (Apache 2.0) qui a besoin de PostgreSQL et de Redis. Sur votre
          propre serveur, c’est vous qui fixez les limites. {guide}.
        </>
      ),
      guide: 'Comment héberger Larder',
    },
    change: {
      question: 'Comment changer de formule ou résilier\u00a0?',
      answer:
        'Dans votre tableau de bord, sous «\u00a0Formule et facturation\u00a0». Le paiement, les factures et la résiliation se font sur les pages de notre prestataire de paiement.',
    },
    howMany: 'De combien de requêtes ai-je besoin\u00a0?',
    example: perUser =>
      `Un exemple\u00a0: chaque utilisateur de votre application envoie ${number(perUser)} requêtes pendant l’heure la plus chargée de la journée, réparties uniformément, et toutes viennent de votre serveur.`,
    plan: 'Formule',
    users: 'Utilisateurs pendant cette heure',
    ready: 'Commencez sans clé',
    readyText:
      'Envoyez votre première requête dès maintenant. Une clé ne sert qu’à suivre l’utilisation et à obtenir des limites plus élevées.',
    quickStart: 'Lire le guide de démarrage',
  },

  about: {
    title: 'À propos de Larder',
    description: 'Ce qu’est Larder, d’où viennent ses données et qui exploite ce site.',
    lead: foods =>
      foods === 0
        ? 'Larder est une base de données nutritionnelles ouverte, pour celles et ceux qui veulent savoir ce que contiennent leurs aliments et pour les applications qu’ils utilisent.'
        : `Larder est une base de données nutritionnelles ouverte de ${number(foods)} aliments, pour celles et ceux qui veulent savoir ce qu’ils mangent et pour les applications qu’ils utilisent.`,
    principles: 'Ce sur quoi vous pouvez compter',
    unknown: {
      title: 'Inconnu ne veut pas dire zéro',
      text: 'Si une étiquette n’indique pas une valeur, nous le disons. Nous ne la remplaçons jamais par un 0.',
    },
    source: {
      title: 'Chaque aliment cite sa source',
      text: 'Vous voyez d’où viennent les valeurs et quand elles y ont été mises à jour pour la dernière fois. Les estimations par IA sont signalées et se présentent autrement.',
    },
    checked: {
      title: 'Les valeurs invraisemblables sont repérées',
      text: 'Les valeurs impossibles sont supprimées ou signalées, et chaque aliment a un indice de fiabilité.',
    },
    private: {
      title: 'Ni pistage ni publicité',
      text: 'Ces pages ne chargent aucun script d’autres entreprises et ne déposent aucun cookie publicitaire.',
    },
    data: 'D’où viennent les données',
    dataText: coverage => <>Le catalogue réunit ces sources. {coverage}.</>,
    coverage: 'Combien d’aliments viennent de chacune et à quel point ils sont complets',
    license: 'Licence',
    software: 'Logiciel libre',
    softwareText:
      'Le logiciel de ce site et de son API est libre, sous licence Apache 2.0. N’importe qui peut l’héberger.',
    sourceCode: 'Code source',
    selfHost: 'Héberger Larder vous-même',
    operator: 'Qui exploite ce site',
    operatorImprint: (imprint, contact) => (
      <>
        Consultez les {imprint} ou {contact}.
      </>
    ),
    operatorContact: contact => <>Pour joindre l’exploitant, {contact}.</>,
    imprintLink: 'mentions légales',
    contactLink: 'utilisez la page de contact',
  },

  contact: {
    title: 'Contact',
    description:
      'Comment joindre les personnes qui exploitent ce site, signaler une erreur ou une faille de sécurité.',
    lead: 'Choisissez l’objet de votre message pour qu’il parvienne aux bonnes personnes.',
    email: 'Questions sur ce site, l’API ou votre compte',
    emailText: 'Écrivez-nous. Si une requête a échoué, indiquez son identifiant.',
    noEmail: 'L’exploitant de ce site n’a pas publié d’adresse e-mail.',
    imprint: link => <>Les {link} indiquent qui exploite le site.</>,
    imprintLink: 'mentions légales',
    mistake: 'Une erreur dans un aliment ou un produit manquant',
    mistakeText: source => (
      <>
        La plupart des produits viennent d’{source}, où chacun peut les corriger ou en ajouter. La page de
        l’aliment renvoie à la bonne fiche. Les corrections apparaissent ici après la prochaine importation.
      </>
    ),
    software: 'Un bug ou une idée',
    softwareText: 'Ouvrez un ticket dans le dépôt du code source.',
    sourceCode: 'Code source',
    security: 'Une faille de sécurité',
    securityText:
      'Merci de la signaler en privé et de nous laisser le temps de la corriger avant de la publier. Décrivez comment la reproduire.',
  },

  status: {
    title: 'État du service',
    description:
      'Larder fonctionne-t-il en ce moment, quand son catalogue a-t-il été mis à jour et combien de requêtes ont échoué hier\u00a0?',
    allGood: 'Tout fonctionne',
    degraded: 'Certaines fonctions sont limitées',
    databaseAway: 'La base de données est injoignable',
    website: 'Site web',
    database: 'Base de données',
    redis: 'Limites et connexion',
    up: 'En service',
    down: 'Injoignable',
    websiteText: 'Ce serveur a répondu à votre requête.',
    databaseUp: 'Les aliments, la recherche et les comptes sont disponibles.',
    databaseDown:
      'Seules les pages et réponses encore en cache s’affichent. Tout le reste échoue jusqu’au retour de la base.',
    redisUp: 'Les limites sont comptées pour tous les serveurs ensemble.',
    redisDown:
      'Les aliments et la recherche fonctionnent, et chaque serveur compte les limites de son côté. La connexion par mot de passe est impossible.',
    catalog: 'Catalogue',
    foods: 'Aliments',
    changed: 'Dernière mise à jour',
    synced: source => `${source} synchronisé jusqu’au`,
    lastKnown: 'Ce sont les derniers chiffres connus.',
    requests: 'Requêtes d’hier',
    requestsNote: day =>
      `Le ${day} (UTC), avec une clé API. Les requêtes sans clé ne sont pas comptées. Une requête a échoué si le serveur a répondu par une erreur (5xx).`,
    total: 'Requêtes',
    failed: 'En échec',
    noRequests: day => `Aucune requête avec une clé API le ${day} (UTC).`,
    perServer: time => (
      <>
        Vérifié par le serveur qui vous a répondu, {time}. L’état d’autres serveurs de cette installation peut
        différer.
      </>
    ),
  },

  changelog: {
    title: 'Nouveautés',
    description: 'Ce qui a changé dans Larder, pour celles et ceux qui utilisent son API ou l’exploitent.',
    englishOnly: 'Cette liste n’existe qu’en anglais.',
  },

  legal: {
    description: {
      privacy: 'Quelles données ce site traite, pourquoi et pendant combien de temps.',
      terms: 'Les conditions d’utilisation de ce site et de son API.',
      imprint: 'Qui exploite ce site.',
    },
    onlyIn: language => `Ce texte n’existe que dans cette langue\u00a0: ${language}.`,
  },
}
