import type { MailMessages } from './en.ts'

export const fr: MailMessages = {
  tagline: 'Larder, données nutritionnelles ouvertes',
  docs: 'Documentation',
  accountFooter: account => `Cet e-mail concerne votre compte Larder ${account}.`,
  buttonFallback: 'Si le bouton ne fonctionne pas, ouvrez cette adresse\u00a0:',
  facts: {
    account: 'Compte',
    time: 'Date',
    by: 'Par',
    ipAddress: 'Adresse IP',
    browser: 'Navigateur',
    recoveryCodesLeft: 'Codes de secours restants',
    passkey: 'Clé d’accès',
    key: 'Clé',
    provider: 'Fournisseur',
    newAddress: 'Nouvelle adresse',
  },
  actors: { 'account key': 'Votre clé de compte', operator: 'Un exploitant de ce service' },
  unknownBrowser: 'Navigateur inconnu',
  notYou:
    'Si c’est bien vous, vous n’avez rien à faire. Sinon, choisissez maintenant un nouveau mot de passe.',
  choosePassword: 'Choisir un nouveau mot de passe',
  thenReview: 'Vérifiez ensuite vos clés API, vos clés d’accès et vos fournisseurs associés\u00a0:',
  cancelIfNotYou: 'Si c’est bien vous, vous n’avez rien à faire. Sinon, annulez la modification.',
  cancelChange: 'Annuler la modification',
  thenPassword:
    'Choisissez ensuite un nouveau mot de passe, car quelqu’un connaît le vôtre ou utilise votre navigateur\u00a0:',
  signIn: 'Se connecter',
  emailNotYou:
    'Si cette modification ne vient pas de vous, connectez-vous et changez votre mot de passe, ou contactez l’exploitant de ce service.',
  manageKeys: 'Gérer les clés API',
  viewPlan: 'Voir votre formule',
  checkPayment: 'Vérifier les informations de paiement',
  viewUsage: 'Voir l’utilisation',
  atMostWeekly: 'Nous envoyons cet e-mail une fois par semaine au plus.',

  confirm: {
    subject: 'Confirmez votre adresse e-mail pour Larder',
    heading: 'Confirmez votre adresse e-mail',
    intro: account => `Bonjour ${account}, confirmez cette adresse pour votre compte Larder.`,
    button: 'Confirmer l’adresse',
    validity: 'Le lien est valable 24 heures.',
    ignore:
      'Vous n’avez rien demandé\u00a0? Ignorez cet e-mail. L’adresse ne sera pas utilisée sans votre confirmation.',
  },
  reset: {
    subject: 'Réinitialisez votre mot de passe Larder',
    heading: 'Réinitialisez votre mot de passe',
    intro: account =>
      `Bonjour ${account}, nous avons reçu une demande de réinitialisation du mot de passe de votre compte Larder.`,
    button: 'Choisir un nouveau mot de passe',
    validity: 'Le lien est valable une heure et ne sert qu’une fois.',
    ignore: 'Vous n’avez rien demandé\u00a0? Ignorez cet e-mail. Votre mot de passe n’a pas changé.',
  },
  newDevice: {
    subject: 'Nouvelle connexion à votre compte Larder',
    heading: 'Nouvelle connexion',
    intro: 'Une connexion à votre compte a eu lieu depuis un navigateur que nous ne connaissions pas.',
  },
  passwordSet: {
    subject: 'Un mot de passe a été défini pour votre compte Larder',
    heading: 'Mot de passe défini',
    intro: 'Un mot de passe a été défini pour votre compte. Il permet désormais de se connecter.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe Larder a été modifié',
    heading: 'Mot de passe modifié',
    intro: 'Le mot de passe de votre compte a été modifié et toutes les autres sessions ont été fermées.',
  },
  twoFactorOn: {
    subject: 'Authentification à deux facteurs activée pour Larder',
    heading: 'Authentification à deux facteurs activée',
    intro: 'La connexion à votre compte demande désormais une deuxième étape.',
  },
  twoFactorOff: {
    subject: 'Authentification à deux facteurs désactivée pour Larder',
    heading: 'Authentification à deux facteurs désactivée',
    intro: 'La connexion à votre compte ne demande plus de deuxième étape.',
  },
  recoveryCodeUsed: {
    subject: 'Un code de secours Larder a été utilisé',
    heading: 'Code de secours utilisé',
    intro: 'Un code de secours a été utilisé pour se connecter ou confirmer une modification.',
  },
  passkeyAdded: {
    subject: 'Une clé d’accès a été ajoutée à votre compte Larder',
    heading: 'Clé d’accès ajoutée',
    intro: 'Une clé d’accès a été ajoutée à votre compte.',
  },
  passkeyRemoved: {
    subject: 'Une clé d’accès a été supprimée de votre compte Larder',
    heading: 'Clé d’accès supprimée',
    intro: 'Une clé d’accès a été supprimée de votre compte.',
  },
  keyCreated: {
    subject: 'Une clé API Larder a été créée',
    heading: 'Clé API créée',
    intro: 'Une clé API a été créée pour votre compte.',
  },
  keyRotated: {
    subject: 'Une clé API Larder a été renouvelée',
    heading: 'Clé API renouvelée',
    intro: 'Une clé API de votre compte a été remplacée par une nouvelle.',
  },
  providerLinked: {
    subject: 'Un fournisseur a été associé à votre compte Larder',
    heading: 'Fournisseur associé',
    intro: 'Un fournisseur a été associé à votre compte. Il permet désormais de se connecter.',
  },
  providerUnlinked: {
    subject: 'Un fournisseur a été dissocié de votre compte Larder',
    heading: 'Fournisseur dissocié',
    intro: 'Un fournisseur a été dissocié de votre compte. Il ne permet plus de se connecter.',
  },
  emailChangeRequested: {
    subject: 'Modification de votre adresse e-mail Larder demandée',
    heading: 'Modification de l’adresse e-mail',
    intro:
      'Quelqu’un a demandé à modifier l’adresse e-mail de votre compte. Elle changera lorsque la nouvelle adresse sera confirmée.',
  },
  emailChanged: {
    subject: 'Votre adresse e-mail Larder a été modifiée',
    heading: 'Adresse e-mail modifiée',
    intro: 'L’adresse e-mail de votre compte a été modifiée. Nous n’écrirons plus à cette adresse.',
  },
  emailRemoved: {
    subject: 'Votre adresse e-mail Larder a été supprimée',
    heading: 'Adresse e-mail supprimée',
    intro: 'L’adresse e-mail de votre compte a été supprimée. Nous n’écrirons plus à cette adresse.',
  },
  accountRecovered: {
    subject: 'L’accès à votre compte Larder a été rétabli',
    heading: 'Accès rétabli',
    intro:
      'Un exploitant de ce service a donné accès à votre compte à quelqu’un qui ne pouvait plus se connecter. Si ce n’est pas vous, contactez l’exploitant.',
  },
  accountSuspended: {
    subject: 'Votre compte Larder a été suspendu',
    heading: 'Compte suspendu',
    intro:
      'Un exploitant de ce service a suspendu votre compte. Ses sessions et ses clés API ne fonctionnent plus. Contactez l’exploitant si vous avez des questions.',
  },
  keyExpiring: (key, account, at) => ({
    subject: `Votre clé API Larder ${key} expire bientôt`,
    heading: 'Une clé API expire bientôt',
    intro: `La clé API ${key} de votre compte ${account} expire le ${at}. Les requêtes avec cette clé seront alors refusées. Prolongez-la ou remplacez-la par une autre.`,
  }),
  planChanged: (plan, account, until) => ({
    subject: `Votre formule Larder est désormais ${plan}`,
    heading: `Votre formule est désormais ${plan}`,
    intro: `La formule de votre compte ${account} est désormais ${plan}${until === undefined ? '' : `, jusqu’au ${until}`}.`,
  }),
  paymentFailed: (plan, account, until) => ({
    subject: 'Votre paiement pour Larder a échoué',
    heading: 'Échec du paiement',
    intro: `Le paiement de la formule ${plan} de votre compte ${account} a échoué. ${until === undefined ? 'Vérifiez vos informations de paiement pour conserver votre formule.' : `Votre formule reste active jusqu’au ${until}. Votre compte passe ensuite à Starter. Pour conserver votre formule actuelle, vérifiez vos informations de paiement.`}`,
  }),
  limitReached: ({ percent, limit, window, keyName, accountName, isExhausted }) => ({
    subject: `Vous avez utilisé ${percent} de votre limite Larder`,
    heading: `${percent} de votre limite utilisés`,
    intro: `${keyName === null ? `Votre compte ${accountName}` : `La clé API ${keyName} de votre compte ${accountName}`} a utilisé ${percent} de sa limite de ${limit} requêtes par ${window === 'minute' ? 'minute' : 'heure'}.${isExhausted ? ` Les requêtes suivantes de la même ${window === 'minute' ? 'minute' : 'heure'} sont refusées avec le statut 429.` : ''}`,
  }),
}
