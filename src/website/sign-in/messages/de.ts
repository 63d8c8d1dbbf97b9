import { formats } from '../../i18n/format.ts'
import type { SignInMessages } from './en.ts'

const { plural } = formats.de

export const de: SignInMessages = {
  email: 'E-Mail',
  username: 'Benutzername',
  usernameOrEmail: 'Benutzername oder E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  newPasswordHint: minLength =>
    plural(minLength, {
      other: 'Mindestens # Zeichen; ein paar zufällige Wörter lassen sich leicht merken.',
    }),
  strongPassword: 'Starkes Passwort.',
  goodPassword: 'Gutes Passwort.',
  or: 'oder',
  continueWith: provider => `Weiter mit ${provider}`,
  cancel: 'Abbrechen',
  backToSignIn: 'Zurück zur Anmeldung',
  backToSecurity: 'Zurück zu den Sicherheitseinstellungen',

  signUp: {
    title: 'Konto erstellen',
    lead: 'Kostenlos, ohne Kreditkarte. Schon ein Konto?',
    signIn: 'Anmelden',
    emailHint: 'Wir schicken nur einen Link zur Bestätigung. Kein Newsletter.',
    usernameHint: 'Kleinbuchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
    submit: 'Konto erstellen',
    benefits: 'Das bekommen Sie',
    keyBenefit: ['In einer Minute zum API-Schlüssel.', 'Er gilt für alle Endpunkte.'],
    usageBenefit: [
      'Nutzung nach Schlüssel und Endpunkt.',
      'Mit einer Warnung, bevor Sie das Limit erreichen.',
    ],
    dataBenefit: [
      'Ihre Daten gehören Ihnen.',
      'Laden Sie alles herunter oder löschen Sie es, wann immer Sie wollen.',
    ],
    firstRequest: 'Danach',
  },

  signIn: {
    title: 'Anmelden',
    lead: 'Neu bei Larder?',
    signUp: 'Konto erstellen',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    withPasskey: 'Mit Passkey anmelden',
  },

  code: {
    title: 'Zwei-Faktor-Authentifizierung',
    usePasskey: 'Passkey verwenden',
    appLead: 'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App ein.',
    passkeyLead:
      'Verwenden Sie einen Ihrer Passkeys oder einen Wiederherstellungscode, wenn Sie sie verloren haben.',
    code: 'Sechsstelliger Code',
    useRecoveryCode: 'Stattdessen einen Wiederherstellungscode verwenden',
    recoveryCode: 'Wiederherstellungscode',
    recoveryHint:
      'Einer der Codes, die Sie beim Einrichten der Zwei-Faktor-Authentifizierung gespeichert haben. Jeder gilt einmal.',
    submit: 'Anmelden',
    startOver: 'Von vorn beginnen',
  },

  passkey: {
    signInTitle: 'Mit Passkey anmelden',
    chooseLead: 'Wählen Sie Ihren Passkey und bestätigen Sie mit Fingerabdruck, Gesicht oder PIN.',
    factorLead: 'Bestätigen Sie die Anmeldung mit Ihrem Passkey.',
    failed:
      'Es wurde kein Passkey verwendet: Sie haben abgebrochen, oder dieser Browser hat keinen für diese Website.',
    submit: 'Weiter',
    needsScript: 'Passkeys brauchen JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  },

  forgot: {
    title: 'Passwort zurücksetzen',
    lead: 'Geben Sie die bestätigte E-Mail-Adresse Ihres Kontos ein. Wir schicken Ihnen einen Link, mit dem Sie Ihr Passwort zurücksetzen.',
    submit: 'Link schicken',
    noMail: 'Dieser Dienst verschickt keine E-Mails. Wenden Sie sich an den Betreiber.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: account => `Für das Konto ${account}. Alle Sitzungen werden beendet.`,
    submit: 'Neues Passwort festlegen',
  },
  expired: {
    title: 'Dieser Link funktioniert nicht mehr',
    lead: 'Er wurde schon benutzt, ist älter als eine Stunde oder unvollständig.',
    again: 'Neuen Link anfordern',
  },

  confirmEmail: {
    title: 'E-Mail-Adresse bestätigen',
    lead: 'Ein Klick bestätigt diese Adresse für Ihr Konto.',
    submit: 'E-Mail-Adresse bestätigen',
  },
  cancelChange: {
    title: 'Änderung der E-Mail-Adresse abbrechen',
    lead: 'Ihr Konto behält die bisherige Adresse. Der Link an die neue Adresse wird ungültig.',
    submit: 'Änderung abbrechen',
  },
  providerFailed: 'Vom Anbieter nicht bestätigt',
}
