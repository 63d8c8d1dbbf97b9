import { formats } from '../../i18n/format.ts'
import type { SignInMessages } from './en.ts'

const { plural } = formats.fr

export const fr: SignInMessages = {
  email: 'E-mail',
  username: 'Nom d’utilisateur',
  usernameOrEmail: 'Nom d’utilisateur ou e-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  newPasswordHint: minLength =>
    plural(minLength, {
      other: '# caractères ou plus\u00a0; quelques mots choisis au hasard se retiennent facilement.',
    }),
  strongPassword: 'Mot de passe fort.',
  goodPassword: 'Bon mot de passe.',
  or: 'ou',
  continueWith: provider => `Continuer avec ${provider}`,
  cancel: 'Annuler',
  backToSignIn: 'Retour à la connexion',
  backToSecurity: 'Retour aux paramètres de sécurité',

  signUp: {
    title: 'Créer votre compte',
    lead: 'Gratuit, sans carte bancaire. Vous avez déjà un compte\u00a0?',
    signIn: 'Se connecter',
    emailHint: 'Nous n’enverrons qu’un lien de confirmation. Pas de newsletter.',
    usernameHint: 'Lettres minuscules, chiffres, points, traits d’union et tirets bas.',
    submit: 'Créer le compte',
    benefits: 'Ce que vous obtenez',
    keyBenefit: ['Une clé API en une minute.', 'Elle fonctionne avec tous les points d’accès.'],
    usageBenefit: ['L’utilisation par clé et point d’accès.', 'Avec une alerte avant d’atteindre la limite.'],
    dataBenefit: ['Vos données restent les vôtres.', 'Téléchargez ou supprimez tout à tout moment.'],
    firstRequest: 'Ensuite',
  },

  signIn: {
    title: 'Se connecter',
    lead: 'Pas encore de compte\u00a0?',
    signUp: 'Créer un compte',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié\u00a0?',
    withPasskey: 'Se connecter avec une clé d’accès',
  },

  code: {
    title: 'Authentification à deux facteurs',
    usePasskey: 'Utiliser une clé d’accès',
    appLead: 'Saisissez le code à 6 chiffres de votre application d’authentification.',
    passkeyLead: 'Utilisez l’une de vos clés d’accès, ou un code de secours si vous les avez perdues.',
    code: 'Code à 6 chiffres',
    useRecoveryCode: 'Utiliser plutôt un code de secours',
    recoveryCode: 'Code de secours',
    recoveryHint:
      'L’un des codes enregistrés lors de la configuration de l’authentification à deux facteurs. Chaque code ne sert qu’une fois.',
    submit: 'Se connecter',
    startOver: 'Recommencer',
  },

  passkey: {
    signInTitle: 'Se connecter avec une clé d’accès',
    chooseLead:
      'Choisissez votre clé d’accès et confirmez avec votre empreinte, votre visage ou votre code PIN.',
    factorLead: 'Confirmez la connexion avec votre clé d’accès.',
    failed:
      'Aucune clé d’accès n’a été utilisée\u00a0: vous avez annulé, ou ce navigateur n’en a pas pour ce site.',
    submit: 'Continuer',
    needsScript: 'Les clés d’accès nécessitent JavaScript. Activez-le et rechargez cette page.',
  },

  forgot: {
    title: 'Réinitialiser votre mot de passe',
    lead: 'Saisissez l’adresse e-mail confirmée de votre compte\u00a0: nous vous enverrons un lien pour réinitialiser votre mot de passe.',
    submit: 'Envoyer le lien',
    noMail: 'Ce service n’envoie pas d’e-mails. Contactez l’exploitant du service.',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    lead: account => `Pour le compte ${account}. Toutes vos sessions seront fermées.`,
    submit: 'Définir le nouveau mot de passe',
  },
  expired: {
    title: 'Ce lien ne fonctionne plus',
    lead: 'Il a déjà été utilisé, date de plus d’une heure ou est incomplet.',
    again: 'Demander un nouveau lien',
  },

  confirmEmail: {
    title: 'Confirmer votre adresse e-mail',
    lead: 'Un clic confirme cette adresse pour votre compte.',
    submit: 'Confirmer l’adresse',
  },
  cancelChange: {
    title: 'Annuler la modification de votre adresse e-mail',
    lead: 'Votre compte garde son adresse actuelle. Le lien envoyé à la nouvelle adresse ne fonctionnera plus.',
    submit: 'Annuler la modification',
  },
  providerFailed: 'Non confirmé par le fournisseur',
}
