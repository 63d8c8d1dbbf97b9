import type { ShellMessages } from './en.ts'

export const de: ShellMessages = {
  flash: {
    'signed-up': 'Willkommen. Ihr Konto ist bereit. Erstellen Sie als Nächstes einen API-Schlüssel.',
    'signed-up-confirm':
      'Willkommen. Ihr Konto ist bereit. Öffnen Sie den Link in unserer E-Mail, um Ihre Adresse zu bestätigen.',
    'signed-out': 'Sie haben sich abgemeldet.',
    'email-sent':
      'Wir haben Ihnen einen Bestätigungslink geschickt. Öffnen Sie ihn innerhalb von 24 Stunden, um Ihre E-Mail-Adresse zu bestätigen.',
    'email-confirmed': 'Ihre E-Mail-Adresse ist bestätigt.',
    'email-removed': 'Ihre E-Mail-Adresse wurde entfernt. Alle anderen Sitzungen wurden beendet.',
    'email-changed': 'Ihre E-Mail-Adresse wurde geändert. Alle anderen Sitzungen wurden beendet.',
    'email-change-cancelled':
      'Die Änderung Ihrer E-Mail-Adresse wurde abgebrochen. Wenn Sie sie nicht angefordert haben, setzen Sie jetzt Ihr Passwort zurück.',
    'reset-sent':
      'Wenn diese Adresse zu einem Konto gehört, haben wir einen Link zum Zurücksetzen des Passworts geschickt. Er gilt eine Stunde.',
    'password-reset': 'Ihr Passwort wurde zurückgesetzt. Melden Sie sich mit dem neuen Passwort an.',
    'password-changed': 'Ihr Passwort wurde geändert. Alle anderen Sitzungen wurden beendet.',
    'two-factor-off':
      'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Alle anderen Sitzungen wurden beendet.',
    'passkey-added': 'Der Passkey wurde hinzugefügt. Sie können sich jetzt damit anmelden.',
    'passkey-removed': 'Der Passkey wurde entfernt. Alle anderen Sitzungen wurden beendet.',
    reauthenticated: 'Bestätigt. Sie können in den nächsten fünf Minuten fortfahren.',
    'session-ended': 'Die Sitzung wurde beendet.',
    'sessions-ended': 'Alle anderen Sitzungen wurden beendet.',
    'provider-linked': 'Der Anbieter wurde verknüpft. Sie können sich jetzt damit anmelden.',
    'provider-unlinked': 'Die Verknüpfung mit dem Anbieter wurde aufgehoben.',
    'language-changed': 'Die Sprache Ihrer E-Mails wurde geändert.',
    'key-updated': 'Änderungen gespeichert.',
    'key-revoked': 'Der API-Schlüssel wurde widerrufen.',
    'plan-active': 'Vielen Dank. Ihr Tarif ist aktiv.',
    'payment-pending':
      'Ihre Zahlung wird gerade bestätigt. Ihr Tarif ändert sich, sobald unser Zahlungsdienstleister sie meldet.',
    'account-deleted': 'Ihr Konto und alle Daten wurden gelöscht.',
  },
  optional: '(optional)',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort ausblenden',
  charactersMissing: { one: 'Noch 1 Zeichen.', other: 'Noch # Zeichen.' },
  formExpired: {
    title: 'Dieses Formular ist abgelaufen',
    what: 'Ihre Änderungen wurden nicht gespeichert. Vielleicht haben Sie sich in einem anderen Tab an- oder abgemeldet, oder das Formular wurde nicht von dieser Website gesendet.',
    advice:
      'Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal. Cookies müssen erlaubt sein, und Sie müssen diese Adresse verwenden:',
    toAccount: 'Zu Ihrem Konto',
  },
  continueTo: {
    title: destination => `Weiter zu ${destination}`,
    text: 'Sie werden weitergeleitet. Wenn nichts geschieht, verwenden Sie die Schaltfläche.',
  },
}
