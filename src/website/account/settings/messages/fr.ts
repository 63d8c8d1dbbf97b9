import type { SettingsMessages } from './en.ts'

export const fr: SettingsMessages = {
  title: 'Paramètres',
  lead: 'Votre compte, vos données et les e-mails que nous envoyons.',
  back: 'Retour aux paramètres',
  account: 'Compte',
  username: 'Nom d’utilisateur',
  memberSince: 'Compte créé le',
  email: 'Adresse e-mail',
  noEmail: 'Aucune',
  confirmed: 'Confirmée',
  notConfirmed: 'Non confirmée',
  change: 'Modifier',
  changeEmail: 'Modifier l’adresse e-mail',
  add: 'Ajouter',
  addEmail: 'Ajouter une adresse e-mail',

  language: {
    title: 'Langue des e-mails',
    lead: 'Les avis de sécurité, les rappels et les liens sont envoyés dans cette langue.',
    label: 'Langue',
    save: 'Enregistrer',
  },
  data: {
    title: 'Vos données',
    lead: 'Téléchargez tout ce que nous conservons sur votre compte dans un fichier JSON\u00a0: clés API (sans secrets), utilisation, sessions, fournisseurs associés et activité.',
    download: 'Télécharger les données',
  },
  deletion: {
    title: 'Supprimer le compte',
    lead: 'Supprime définitivement votre compte et toutes ses données. Vos clés API cessent immédiatement de fonctionner.',
    link: 'Supprimer le compte',
    confirmTitle: 'Supprimer le compte\u00a0?',
    confirmLead:
      'Vos clés API, vos données d’utilisation et votre activité seront supprimées définitivement. Cette action est irréversible.',
    downloadFirst: 'Télécharger d’abord vos données',
    typeName: name => `Saisissez ${name} pour confirmer`,
    submit: 'Supprimer le compte',
  },
  emailPage: {
    title: 'Adresse e-mail',
    none: 'Vous n’avez pas ajouté d’adresse e-mail. Ajoutez-en une pour pouvoir réinitialiser votre mot de passe en cas d’oubli.',
    changeTitle: 'Modifier l’adresse e-mail',
    addTitle: 'Ajouter une adresse e-mail',
    lead: 'Nous enverrons un lien de confirmation à la nouvelle adresse. Votre adresse confirmée reste active jusqu’à l’ouverture du lien et reçoit un avis avec un lien qui annule la modification.',
    newEmail: 'Nouvelle adresse e-mail',
    submit: 'Envoyer le lien de confirmation',
    notAvailable: 'Ce service n’envoie pas d’e-mails.',
    removeTitle: 'Supprimer l’adresse e-mail',
    removeLead: 'Sans adresse e-mail, vous ne pouvez pas réinitialiser un mot de passe oublié.',
    remove: 'Supprimer l’adresse e-mail',
  },
}
