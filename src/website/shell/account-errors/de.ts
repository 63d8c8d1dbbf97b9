import type { AccountErrorTexts } from '../../../accounts/account-error.ts'
import { formats } from '../../i18n/format.ts'

const { plural } = formats.de

export const de: AccountErrorTexts = {
  account_deleted: 'Dieses Konto existiert nicht mehr.',
  account_not_found: 'Dieses Konto gibt es nicht.',
  account_suspended: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber dieses Dienstes.',
  change_link_expired:
    'Dieser Link ist abgelaufen oder wurde schon benutzt, oder die Änderung ist bereits erfolgt. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an den Betreiber dieses Dienstes.',
  code_missing: 'Geben Sie die sechs Ziffern aus Ihrer App oder einen Ihrer Wiederherstellungscodes ein.',
  email_in_use:
    'Es gibt bereits ein Konto mit Ihrer E-Mail-Adresse. Melden Sie sich mit Ihrem Passwort an und verknüpfen Sie den Anbieter in den Einstellungen.',
  email_not_verified:
    'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort und versuchen Sie es noch einmal, oder registrieren Sie sich mit Benutzername und Passwort.',
  email_taken:
    'Ein anderes Konto verwendet diese E-Mail-Adresse bereits. Verwenden Sie eine andere oder melden Sie sich bei dem anderen Konto an.',
  identity_taken:
    'Diese Identität ist bereits mit einem anderen Konto verknüpft, oder Ihr Konto hat schon eine von diesem Anbieter. Heben Sie diese Verknüpfung zuerst auf.',
  invalid_email:
    'Das ist keine gültige E-Mail-Adresse. Geben Sie eine wie name@example.com ein oder lassen Sie das Feld leer.',
  invalid_name:
    'Verwenden Sie nur Kleinbuchstaben, Ziffern, Punkte, Binde- und Unterstriche, und beginnen Sie mit einem Buchstaben oder einer Ziffer. Höchstens 63 Zeichen.',
  invalid_passkey_name: ({ maxLength }) =>
    `Geben Sie einen Namen mit 1 bis ${maxLength} Zeichen ein, zum Beispiel „Handy“.`,
  last_second_factor:
    'Die Zwei-Faktor-Authentifizierung hängt von diesem Passkey ab. Fügen Sie einen weiteren Passkey hinzu oder schalten Sie die Zwei-Faktor-Authentifizierung aus, bevor Sie ihn entfernen.',
  link_expired: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.',
  mail_disabled: 'Dieser Server verschickt keine E-Mails. Wenden Sie sich bei Fragen an den Betreiber.',
  name_taken: 'Dieser Name ist schon vergeben. Wählen Sie einen anderen.',
  no_authenticator_app: 'Richten Sie zuerst Ihre Authenticator-App ein und geben Sie dann deren Code ein.',
  no_passkey: 'Dieses Konto hat keinen Passkey. Bestätigen Sie auf andere Weise.',
  no_subscription: 'Dieses Konto hat noch kein Abonnement. Wählen Sie zuerst einen Tarif.',
  not_linked: 'Es ist keine Identität dieses Anbieters verknüpft.',
  only_sign_in_method_passkey:
    'Das ist Ihre einzige Möglichkeit, sich anzumelden. Legen Sie ein Passwort fest oder fügen Sie einen weiteren Passkey hinzu, bevor Sie ihn entfernen.',
  only_sign_in_method_provider:
    'Das ist Ihre einzige Möglichkeit, sich anzumelden. Legen Sie ein Passwort fest oder fügen Sie einen Passkey hinzu, bevor Sie die Verknüpfung aufheben.',
  other_provider_user:
    'Sie haben sich beim Anbieter mit einer Identität angemeldet, die nicht mit diesem Konto verknüpft ist. Melden Sie sich dort als Inhaber an.',
  passkey_exists: 'Dieser Passkey wurde bereits hinzugefügt.',
  passkey_gone: 'Dieser Passkey wurde bereits entfernt.',
  passkey_needed: 'Fügen Sie zuerst einen Passkey hinzu.',
  passkey_not_accepted:
    'Dieser Passkey wird nicht akzeptiert: Er wurde aus dem Konto entfernt oder gehört zu einem anderen. Versuchen Sie einen anderen Weg.',
  passkey_request_expired:
    'Das hat länger als fünf Minuten gedauert oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
  passkey_setup_expired:
    'Das Hinzufügen des Passkeys hat länger als fünf Minuten gedauert oder wurde in einem anderen Browser begonnen. Beginnen Sie von vorn.',
  passkey_unusable:
    'Ihr Browser hat keinen Passkey erstellt, der hier verwendet werden kann. Versuchen Sie es noch einmal oder mit einem anderen Gerät.',
  password_already_set: 'Dieses Konto hat schon ein Passwort. Ändern Sie es stattdessen.',
  password_needs_two_factor:
    'Ohne Zwei-Faktor-Authentifizierung ist Ihr Passwort zu kurz. Wählen Sie zuerst eines mit mindestens 15 Zeichen.',
  password_too_long: ({ length, maxLength }) =>
    `Das Passwort hat ${length} Zeichen. Höchstens ${maxLength} sind möglich.`,
  password_too_short: ({ length, minLength }) =>
    `Das Passwort hat ${length} Zeichen. Verwenden Sie mindestens ${minLength}; mehrere Wörter lassen sich leicht merken.`,
  password_too_weak:
    'Dieses Passwort ist zu verbreitet oder leicht zu erraten: ein bekanntes Passwort, ein Muster oder Ihr eigener Name. Wählen Sie ein anderes.',
  payments_misconfigured:
    'Die Zahlung lässt sich keinem Tarif zuordnen. Wenden Sie sich an den Betreiber dieses Dienstes.',
  payments_unavailable:
    'Unser Zahlungsdienstleister antwortet nicht wie erwartet. Es wurde nichts geändert; versuchen Sie es gleich noch einmal.',
  plan_already_active: ({ plan }) => `Dieses Konto hat bereits den Tarif ${plan}.`,
  plan_renews:
    'Dieses Konto hat einen Tarif, der sich verlängert. Kündigen Sie ihn zuerst, damit Ihnen nichts mehr berechnet wird.',
  provider_cannot_confirm:
    'Dieser Anbieter kann Änderungen an Ihrem Konto nicht bestätigen. Bestätigen Sie auf andere Weise.',
  provider_denied:
    'Der Anbieter hat die Anmeldung abgelehnt, oder Sie haben sie abgebrochen. Versuchen Sie es noch einmal.',
  provider_failed:
    'Der Anbieter konnte Ihre Identität nicht bestätigen. Versuchen Sie es noch einmal oder melden Sie sich auf andere Weise an.',
  provider_not_fresh:
    'Der Anbieter hat nicht bestätigt, dass Sie sich gerade angemeldet haben. Wenn es wieder vorkommt, legen Sie per E-Mail ein Passwort fest („Passwort vergessen?“) und bestätigen Sie damit.',
  provider_sign_in_expired:
    'Diese Anmeldung wurde in einem anderen Browser begonnen oder hat länger als zehn Minuten gedauert. Bitte beginnen Sie von vorn.',
  provider_unavailable:
    'Der Anbieter antwortet nicht. Versuchen Sie es in einer Minute noch einmal oder melden Sie sich auf andere Weise an.',
  reauthentication_needed:
    'Es wurde nichts geändert. Bestätigen Sie zuerst Ihre Identität und versuchen Sie es dann noch einmal.',
  server_busy:
    'Der Server ist mit anderen Anmeldungen beschäftigt. Versuchen Sie es in ein paar Sekunden noch einmal.',
  sign_in_expired:
    'Diese Anmeldung ist abgelaufen, oder es wurden zu viele falsche Codes eingegeben. Melden Sie sich noch einmal an.',
  subscription_exists: 'Dieses Konto hat ein Abonnement. Ändern oder beenden Sie es im Abrechnungsportal.',
  temporarily_unavailable: 'Das ist im Moment nicht möglich. Versuchen Sie es in einer Minute noch einmal.',
  too_many_attempts: ({ seconds }) =>
    seconds < 120
      ? plural(seconds, {
          one: 'Zu viele Versuche. Versuchen Sie es in einer Sekunde noch einmal.',
          other: 'Zu viele Versuche. Versuchen Sie es in # Sekunden noch einmal.',
        })
      : plural(Math.ceil(seconds / 60), {
          other: 'Zu viele Versuche. Versuchen Sie es in # Minuten noch einmal.',
        }),
  too_many_passkeys: ({ max }) =>
    `Mehr als ${max} Passkeys sind nicht möglich. Entfernen Sie einen, den Sie nicht mehr verwenden.`,
  two_factor_already_on:
    'Die Zwei-Faktor-Authentifizierung ist bereits eingeschaltet. Schalten Sie sie zuerst aus, um sie neu einzurichten.',
  two_factor_off: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Richten Sie sie zuerst ein.',
  unknown_provider: 'Dieser Anbieter ist nicht verfügbar. Melden Sie sich auf andere Weise an.',
  wrong_account_name: ({ name }) =>
    `Das ist nicht der Name des Kontos. Geben Sie ${name} ein, um es zu löschen.`,
  wrong_code:
    'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten in Ihrer App oder verwenden Sie einen Wiederherstellungscode.',
  wrong_credentials:
    'Name oder Passwort ist falsch. Prüfen Sie beides oder setzen Sie Ihr Passwort per E-Mail zurück.',
  wrong_password: 'Dieses Passwort ist nicht richtig. Versuchen Sie es noch einmal.',
  wrong_setup_code:
    'Dieser Code ist nicht richtig. Prüfen Sie die Uhr Ihres Telefons und geben Sie den nächsten Code ein.',
}
