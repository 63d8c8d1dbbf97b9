import type { SettingsMessages } from './en.ts'

export const de: SettingsMessages = {
  title: 'Einstellungen',
  lead: 'Ihr Konto, Ihre Daten und die E-Mails, die wir schicken.',
  back: 'Zurück zu den Einstellungen',
  account: 'Konto',
  username: 'Benutzername',
  memberSince: 'Konto seit',
  email: 'E-Mail',
  noEmail: 'Keine',
  confirmed: 'Bestätigt',
  notConfirmed: 'Nicht bestätigt',
  change: 'Ändern',
  changeEmail: 'E-Mail-Adresse ändern',
  add: 'Hinzufügen',
  addEmail: 'E-Mail-Adresse hinzufügen',

  language: {
    title: 'Sprache der E-Mails',
    lead: 'Sicherheitshinweise, Erinnerungen und Links schicken wir in dieser Sprache.',
    label: 'Sprache',
    save: 'Speichern',
  },
  data: {
    title: 'Ihre Daten',
    lead: 'Laden Sie alles, was wir zu Ihrem Konto speichern, als JSON-Datei herunter: API-Schlüssel (ohne den geheimen Teil), Nutzung, Sitzungen, verknüpfte Anbieter und Aktivität.',
    download: 'Daten herunterladen',
  },
  deletion: {
    title: 'Konto löschen',
    lead: 'Löscht Ihr Konto und alle Daten endgültig. Ihre API-Schlüssel werden sofort ungültig.',
    link: 'Konto löschen',
    confirmTitle: 'Konto löschen?',
    confirmLead:
      'Ihre API-Schlüssel, Ihre Nutzungsdaten und Ihre Aktivität werden endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
    downloadFirst: 'Daten vorher herunterladen',
    typeName: name => `Geben Sie zur Bestätigung ${name} ein`,
    submit: 'Konto löschen',
  },
  emailPage: {
    title: 'E-Mail',
    none: 'Sie haben keine E-Mail-Adresse angegeben. Fügen Sie eine hinzu, damit Sie ein vergessenes Passwort zurücksetzen können.',
    changeTitle: 'E-Mail-Adresse ändern',
    addTitle: 'E-Mail-Adresse hinzufügen',
    lead: 'Wir schicken einen Bestätigungslink an die neue Adresse. Ihre bestätigte Adresse bleibt aktiv, bis Sie den Link öffnen; an sie geht ein Hinweis mit einem Link, der die Änderung abbricht.',
    newEmail: 'Neue E-Mail-Adresse',
    submit: 'Bestätigungslink schicken',
    notAvailable: 'Dieser Dienst verschickt keine E-Mails.',
    removeTitle: 'E-Mail-Adresse entfernen',
    removeLead: 'Ohne E-Mail-Adresse können Sie ein vergessenes Passwort nicht zurücksetzen.',
    remove: 'E-Mail-Adresse entfernen',
  },
}
