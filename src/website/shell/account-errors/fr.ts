import type { AccountErrorTexts } from '../../../accounts/account-error.ts'
import { formats } from '../../i18n/format.ts'

const { plural } = formats.fr

export const fr: AccountErrorTexts = {
  account_deleted: 'Ce compte n’existe plus.',
  account_not_found: 'Ce compte n’existe pas.',
  account_suspended: 'Ce compte est suspendu. Contactez l’exploitant de ce service.',
  change_link_expired:
    'Ce lien a expiré ou a déjà été utilisé, ou la modification a déjà été effectuée. Si vous ne pouvez plus vous connecter, contactez l’exploitant de ce service.',
  code_missing: 'Saisissez les six chiffres affichés par votre application ou l’un de vos codes de secours.',
  email_in_use:
    'Un compte avec votre adresse e-mail existe déjà. Connectez-vous avec votre mot de passe et associez le fournisseur dans vos paramètres.',
  email_not_verified:
    'Le fournisseur n’a pas vérifié votre adresse e-mail. Vérifiez-la chez lui et réessayez, ou inscrivez-vous avec un nom d’utilisateur et un mot de passe.',
  email_taken:
    'Un autre compte utilise déjà cette adresse e-mail. Utilisez-en une autre ou connectez-vous à ce compte.',
  identity_taken:
    'Cette identité est déjà associée à un autre compte, ou votre compte en a déjà une de ce fournisseur. Dissociez-la d’abord.',
  invalid_email:
    'Cette adresse e-mail n’est pas valide. Saisissez une adresse comme nom@example.com ou laissez le champ vide.',
  invalid_name:
    'Utilisez uniquement des lettres minuscules, des chiffres, des points, des traits d’union et des tirets bas, en commençant par une lettre ou un chiffre. 63 caractères au plus.',
  invalid_passkey_name: ({ maxLength }) =>
    `Saisissez un nom de 1 à ${maxLength} caractères, par exemple «\u00a0téléphone\u00a0».`,
  last_second_factor:
    'L’authentification à deux facteurs dépend de cette clé d’accès. Avant de la supprimer, ajoutez-en une autre ou désactivez l’authentification à deux facteurs.',
  link_expired: 'Ce lien a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  mail_disabled: 'Ce serveur n’envoie pas d’e-mails. Contactez son exploitant si vous avez besoin d’aide.',
  name_taken: 'Ce nom est déjà pris. Choisissez-en un autre.',
  no_authenticator_app: 'Configurez d’abord votre application d’authentification, puis saisissez son code.',
  no_passkey: 'Ce compte n’a pas de clé d’accès. Confirmez d’une autre façon.',
  no_subscription: 'Ce compte n’a pas encore d’abonnement. Choisissez d’abord une formule.',
  not_linked: 'Aucune identité de ce fournisseur n’est associée.',
  only_sign_in_method_passkey:
    'C’est le seul moyen de vous connecter à votre compte. Définissez un mot de passe ou ajoutez une autre clé d’accès avant de la supprimer.',
  only_sign_in_method_provider:
    'C’est le seul moyen de vous connecter à votre compte. Définissez un mot de passe ou ajoutez une clé d’accès avant de le dissocier.',
  other_provider_user:
    'L’identité utilisée chez le fournisseur n’est pas associée à ce compte. Connectez-vous chez lui en tant que titulaire.',
  passkey_exists: 'Cette clé d’accès a déjà été ajoutée.',
  passkey_gone: 'Cette clé d’accès a déjà été supprimée.',
  passkey_needed: 'Ajoutez d’abord une clé d’accès.',
  passkey_not_accepted:
    'Cette clé d’accès n’est pas acceptée\u00a0: elle a été retirée du compte ou appartient à un autre. Essayez autrement.',
  passkey_request_expired:
    'L’opération a duré plus de cinq minutes ou a été commencée dans un autre navigateur. Recommencez.',
  passkey_setup_expired:
    'L’ajout de la clé d’accès a duré plus de cinq minutes ou a été commencé dans un autre navigateur. Recommencez.',
  passkey_unusable:
    'Votre navigateur n’a pas créé de clé d’accès utilisable ici. Réessayez ou utilisez un autre appareil.',
  password_already_set: 'Ce compte a déjà un mot de passe. Modifiez-le plutôt.',
  password_needs_two_factor:
    'Sans authentification à deux facteurs, votre mot de passe est trop court. Choisissez-en d’abord un d’au moins 15 caractères.',
  password_too_long: ({ length, maxLength }) =>
    `Le mot de passe a ${plural(length, { one: '# caractère', other: '# caractères' })}. Le maximum est ${maxLength}.`,
  password_too_short: ({ length, minLength }) =>
    `Le mot de passe a ${plural(length, { one: '# caractère', other: '# caractères' })}. Utilisez-en au moins ${minLength}\u00a0; une phrase de plusieurs mots se retient facilement.`,
  password_too_weak:
    'Ce mot de passe est trop courant ou trop facile à deviner\u00a0: un mot de passe connu, un motif ou votre propre nom. Choisissez-en un autre.',
  payments_misconfigured: 'Le paiement ne correspond à aucune formule. Contactez l’exploitant de ce service.',
  payments_unavailable:
    'Le service de paiement ne répond pas comme prévu. Rien n’a été modifié\u00a0; réessayez dans un instant.',
  plan_already_active: ({ plan }) => `Ce compte a déjà la formule ${plan}.`,
  plan_renews:
    'Ce compte a une formule payante qui se renouvelle. Résiliez-la d’abord pour que rien ne vous soit plus facturé.',
  provider_cannot_confirm:
    'Ce fournisseur ne peut pas confirmer les modifications de votre compte. Confirmez d’une autre façon.',
  provider_denied: 'Le fournisseur a refusé la connexion ou vous l’avez annulée. Réessayez.',
  provider_failed:
    'Le fournisseur n’a pas pu confirmer votre identité. Réessayez ou connectez-vous d’une autre façon.',
  provider_not_fresh:
    'Le fournisseur n’a pas confirmé que vous venez de vous connecter. Si cela se reproduit, définissez un mot de passe par e-mail («\u00a0Mot de passe oublié\u00a0?\u00a0») et confirmez avec celui-ci.',
  provider_sign_in_expired:
    'Cette connexion a été commencée dans un autre navigateur ou a duré plus de dix minutes. Recommencez.',
  provider_unavailable:
    'Le fournisseur ne répond pas. Réessayez dans une minute ou connectez-vous d’une autre façon.',
  reauthentication_needed: 'Rien n’a été modifié. Confirmez d’abord votre identité, puis réessayez.',
  server_busy: 'Le serveur traite d’autres connexions. Réessayez dans quelques secondes.',
  sign_in_expired:
    'Cette connexion a expiré ou trop de codes erronés ont été saisis. Connectez-vous à nouveau.',
  subscription_exists:
    'Ce compte a un abonnement. Modifiez-le ou résiliez-le dans le portail de facturation.',
  temporarily_unavailable: 'C’est impossible pour le moment. Réessayez dans une minute.',
  too_many_attempts: ({ seconds }) =>
    seconds < 120
      ? plural(seconds, {
          one: 'Trop de tentatives. Réessayez dans # seconde.',
          other: 'Trop de tentatives. Réessayez dans # secondes.',
        })
      : plural(Math.ceil(seconds / 60), { other: 'Trop de tentatives. Réessayez dans # minutes.' }),
  too_many_passkeys: ({ max }) =>
    `Vous avez atteint la limite de ${max} clés d’accès. Supprimez-en une que vous n’utilisez plus.`,
  two_factor_already_on:
    'L’authentification à deux facteurs est déjà activée. Désactivez-la d’abord pour la configurer à nouveau.',
  two_factor_off: 'L’authentification à deux facteurs est désactivée. Configurez-la d’abord.',
  unknown_provider: 'Ce fournisseur n’est pas disponible. Connectez-vous d’une autre façon.',
  wrong_account_name: ({ name }) => `Ce n’est pas le nom du compte. Saisissez ${name} pour le supprimer.`,
  wrong_code:
    'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant ou utilisez un code de secours.',
  wrong_credentials:
    'Le nom ou le mot de passe est incorrect. Vérifiez les deux ou réinitialisez votre mot de passe par e-mail.',
  wrong_password: 'Ce mot de passe est incorrect. Réessayez.',
  wrong_setup_code:
    'Ce code est incorrect. Vérifiez l’heure de votre téléphone et saisissez le code suivant.',
}
