import type { ShellMessages } from './en.ts'

export const fr: ShellMessages = {
  flash: {
    'signed-up': 'Bienvenue. Votre compte est prêt. Créez une clé API pour commencer.',
    'signed-up-confirm':
      'Bienvenue. Votre compte est prêt. Pour confirmer votre adresse e-mail, ouvrez le lien que nous vous avons envoyé.',
    'signed-out': 'Votre session a été fermée.',
    'email-sent':
      'Nous vous avons envoyé un lien de confirmation. Ouvrez-le dans les 24 heures pour confirmer votre adresse e-mail.',
    'email-confirmed': 'Votre adresse e-mail est confirmée.',
    'email-removed': 'Votre adresse e-mail a été supprimée. Toutes vos autres sessions ont été fermées.',
    'email-changed': 'Votre adresse e-mail a été modifiée. Toutes vos autres sessions ont été fermées.',
    'email-change-cancelled':
      'La modification de votre adresse e-mail a été annulée. Si vous ne l’aviez pas demandée, réinitialisez votre mot de passe maintenant.',
    'reset-sent':
      'Si cette adresse correspond à un compte, nous avons envoyé un lien pour réinitialiser le mot de passe. Il est valable une heure.',
    'password-reset': 'Votre mot de passe a été réinitialisé. Connectez-vous avec le nouveau.',
    'password-changed': 'Votre mot de passe a été modifié. Toutes vos autres sessions ont été fermées.',
    'two-factor-off':
      'L’authentification à deux facteurs est désactivée. Toutes vos autres sessions ont été fermées.',
    'passkey-added': 'La clé d’accès a été ajoutée. Elle vous permet désormais de vous connecter.',
    'passkey-removed': 'La clé d’accès a été supprimée. Toutes vos autres sessions ont été fermées.',
    reauthenticated: 'Confirmé. Vous pouvez continuer pendant les cinq prochaines minutes.',
    'session-ended': 'La session a été fermée.',
    'sessions-ended': 'Toutes vos autres sessions ont été fermées.',
    'provider-linked': 'Le fournisseur a été associé. Il vous permet désormais de vous connecter.',
    'provider-unlinked': 'Le fournisseur a été dissocié.',
    'language-changed': 'La langue de vos e-mails a été modifiée.',
    'key-updated': 'Modifications enregistrées.',
    'key-revoked': 'La clé API a été révoquée.',
    'plan-active': 'Merci. Votre formule est active.',
    'payment-pending':
      'Votre paiement est en cours de confirmation. Votre formule changera dès que notre prestataire de paiement l’aura validé.',
    'account-deleted': 'Votre compte et toutes ses données ont été supprimés.',
  },
  optional: '(facultatif)',
  show: 'Afficher',
  hide: 'Masquer',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  charactersMissing: { one: 'Encore 1 caractère.', other: 'Encore # caractères.' },
  formExpired: {
    title: 'Ce formulaire a expiré',
    what: 'Vos modifications n’ont pas été enregistrées. Une connexion ou une déconnexion a peut-être eu lieu dans un autre onglet, ou le formulaire n’a pas été envoyé depuis ce site.',
    advice:
      'Revenez en arrière, rechargez la page et réessayez. Vérifiez que les cookies sont autorisés et que vous utilisez cette adresse\u00a0:',
    toAccount: 'Accéder à votre compte',
  },
  continueTo: {
    title: destination => `Continuer vers ${destination}`,
    text: 'Redirection en cours. Si rien ne se passe, utilisez le bouton.',
  },
}
