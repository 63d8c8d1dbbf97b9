import type { MailMessages } from './en.ts'

export const de: MailMessages = {
  tagline: 'Larder, offene Nährwertdaten',
  docs: 'Dokumentation',
  accountFooter: account => `Diese E-Mail betrifft Ihr Larder-Konto ${account}.`,
  buttonFallback: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  facts: {
    account: 'Konto',
    time: 'Zeit',
    by: 'Wer',
    ipAddress: 'IP-Adresse',
    browser: 'Browser',
    recoveryCodesLeft: 'Übrige Wiederherstellungscodes',
    passkey: 'Passkey',
    key: 'Schlüssel',
    provider: 'Anbieter',
    newAddress: 'Neue Adresse',
  },
  actors: { 'account key': 'Ihr Kontoschlüssel', operator: 'Ein Betreiber dieses Dienstes' },
  unknownBrowser: 'Unbekannter Browser',
  notYou: 'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wählen Sie jetzt ein neues Passwort.',
  choosePassword: 'Neues Passwort wählen',
  thenReview: 'Prüfen Sie danach Ihre API-Schlüssel, Passkeys und verknüpften Anbieter:',
  cancelIfNotYou: 'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, brechen Sie die Änderung ab.',
  cancelChange: 'Änderung abbrechen',
  thenPassword: 'Wählen Sie danach ein neues Passwort, denn jemand kennt Ihres oder benutzt Ihren Browser:',
  signIn: 'Anmelden',
  emailNotYou:
    'Wenn diese Änderung nicht von Ihnen kam, melden Sie sich an und ändern Sie Ihr Passwort, oder wenden Sie sich an den Betreiber dieses Dienstes.',
  manageKeys: 'API-Schlüssel verwalten',
  viewPlan: 'Tarif ansehen',
  checkPayment: 'Zahlungsdaten prüfen',
  viewUsage: 'Nutzung ansehen',
  atMostWeekly: 'Wir schicken diese E-Mail höchstens einmal pro Woche.',

  confirm: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Larder',
    heading: 'E-Mail-Adresse bestätigen',
    intro: account => `Guten Tag ${account}, bestätigen Sie diese Adresse für Ihr Larder-Konto.`,
    button: 'E-Mail-Adresse bestätigen',
    validity: 'Der Link gilt 24 Stunden.',
    ignore:
      'Nicht angefordert? Ignorieren Sie diese E-Mail. Ohne Bestätigung wird die Adresse nicht verwendet.',
  },
  reset: {
    subject: 'Setzen Sie Ihr Passwort für Larder zurück',
    heading: 'Passwort zurücksetzen',
    intro: account =>
      `Guten Tag ${account}, wir haben eine Anfrage erhalten, das Passwort Ihres Larder-Kontos zurückzusetzen.`,
    button: 'Neues Passwort wählen',
    validity: 'Der Link gilt eine Stunde lang und funktioniert nur einmal.',
    ignore: 'Nicht angefordert? Ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  },
  newDevice: {
    subject: 'Neue Anmeldung bei Ihrem Larder-Konto',
    heading: 'Neue Anmeldung',
    intro: 'Jemand hat sich mit einem uns unbekannten Browser bei Ihrem Konto angemeldet.',
  },
  passwordSet: {
    subject: 'Für Ihr Larder-Konto wurde ein Passwort festgelegt',
    heading: 'Passwort festgelegt',
    intro: 'Für Ihr Konto wurde ein Passwort festgelegt. Damit ist jetzt die Anmeldung möglich.',
  },
  passwordChanged: {
    subject: 'Ihr Larder-Passwort wurde geändert',
    heading: 'Passwort geändert',
    intro: 'Das Passwort Ihres Kontos wurde geändert; alle anderen Sitzungen wurden beendet.',
  },
  twoFactorOn: {
    subject: 'Zwei-Faktor-Authentifizierung für Larder eingeschaltet',
    heading: 'Zwei-Faktor-Authentifizierung eingeschaltet',
    intro: 'Die Anmeldung bei Ihrem Konto erfordert jetzt einen zweiten Schritt.',
  },
  twoFactorOff: {
    subject: 'Zwei-Faktor-Authentifizierung für Larder ausgeschaltet',
    heading: 'Zwei-Faktor-Authentifizierung ausgeschaltet',
    intro: 'Die Anmeldung bei Ihrem Konto erfordert keinen zweiten Schritt mehr.',
  },
  recoveryCodeUsed: {
    subject: 'Ein Wiederherstellungscode für Larder wurde verwendet',
    heading: 'Wiederherstellungscode verwendet',
    intro: 'Ein Wiederherstellungscode wurde zur Anmeldung oder zur Bestätigung einer Änderung verwendet.',
  },
  passkeyAdded: {
    subject: 'Ihrem Larder-Konto wurde ein Passkey hinzugefügt',
    heading: 'Passkey hinzugefügt',
    intro: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
  },
  passkeyRemoved: {
    subject: 'Aus Ihrem Larder-Konto wurde ein Passkey entfernt',
    heading: 'Passkey entfernt',
    intro: 'Aus Ihrem Konto wurde ein Passkey entfernt.',
  },
  keyCreated: {
    subject: 'Ein API-Schlüssel für Larder wurde erstellt',
    heading: 'API-Schlüssel erstellt',
    intro: 'Für Ihr Konto wurde ein API-Schlüssel erstellt.',
  },
  keyRotated: {
    subject: 'Ein API-Schlüssel für Larder wurde erneuert',
    heading: 'API-Schlüssel erneuert',
    intro: 'Ein API-Schlüssel Ihres Kontos wurde durch einen neuen ersetzt.',
  },
  providerLinked: {
    subject: 'Mit Ihrem Larder-Konto wurde ein Anbieter verknüpft',
    heading: 'Anbieter verknüpft',
    intro: 'Mit Ihrem Konto wurde ein Anbieter verknüpft. Über ihn ist jetzt die Anmeldung möglich.',
  },
  providerUnlinked: {
    subject: 'Die Verknüpfung Ihres Larder-Kontos mit einem Anbieter wurde aufgehoben',
    heading: 'Verknüpfung aufgehoben',
    intro: 'Die Verknüpfung mit einem Anbieter wurde aufgehoben. Über ihn ist keine Anmeldung mehr möglich.',
  },
  emailChangeRequested: {
    subject: 'Änderung Ihrer E-Mail-Adresse bei Larder angefordert',
    heading: 'Änderung der E-Mail-Adresse',
    intro:
      'Jemand möchte die E-Mail-Adresse Ihres Kontos ändern. Sie ändert sich, sobald die neue Adresse bestätigt ist.',
  },
  emailChanged: {
    subject: 'Ihre E-Mail-Adresse bei Larder wurde geändert',
    heading: 'E-Mail-Adresse geändert',
    intro: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. An diese Adresse schreiben wir nicht mehr.',
  },
  emailRemoved: {
    subject: 'Ihre E-Mail-Adresse bei Larder wurde entfernt',
    heading: 'E-Mail-Adresse entfernt',
    intro: 'Die E-Mail-Adresse Ihres Kontos wurde entfernt. An diese Adresse schreiben wir nicht mehr.',
  },
  accountRecovered: {
    subject: 'Der Zugang zu Ihrem Larder-Konto wurde wiederhergestellt',
    heading: 'Zugang wiederhergestellt',
    intro:
      'Ein Betreiber dieses Dienstes hat jemandem, der sich nicht mehr anmelden konnte, Zugang zu Ihrem Konto gegeben. Wenn Sie das nicht waren, wenden Sie sich an den Betreiber.',
  },
  accountSuspended: {
    subject: 'Ihr Larder-Konto wurde gesperrt',
    heading: 'Konto gesperrt',
    intro:
      'Ein Betreiber dieses Dienstes hat Ihr Konto gesperrt. Sitzungen und API-Schlüssel gelten nicht mehr. Wenden Sie sich bei Fragen an den Betreiber.',
  },
  keyExpiring: (key, account, at) => ({
    subject: `Ihr Larder-API-Schlüssel ${key} läuft bald ab`,
    heading: 'API-Schlüssel läuft bald ab',
    intro: `Der API-Schlüssel ${key} Ihres Kontos ${account} läuft am ${at} ab. Anfragen damit werden dann abgelehnt. Verlängern Sie ihn oder ersetzen Sie ihn durch einen anderen.`,
  }),
  planChanged: (plan, account, until) => ({
    subject: `Ihr Larder-Tarif ist jetzt ${plan}`,
    heading: `Ihr Tarif ist jetzt ${plan}`,
    intro: `Der Tarif Ihres Kontos ${account} ist jetzt ${plan}${until === undefined ? '' : `, bis ${until}`}.`,
  }),
  paymentFailed: (plan, account, until) => ({
    subject: 'Ihre Zahlung für Larder ist fehlgeschlagen',
    heading: 'Zahlung fehlgeschlagen',
    intro: `Die Zahlung für den Tarif ${plan} Ihres Kontos ${account} ist fehlgeschlagen. ${until === undefined ? 'Prüfen Sie Ihre Zahlungsdaten, damit der Tarif weiterläuft.' : `Der Tarif gilt bis ${until}, danach wechselt Ihr Konto zu Starter. Um ihn zu behalten, prüfen Sie Ihre Zahlungsdaten.`}`,
  }),
  limitReached: ({ percent, limit, window, keyName, accountName, isExhausted }) => ({
    subject: `Sie haben ${percent} Ihres Larder-Limits verbraucht`,
    heading: `${percent} Ihres Limits verbraucht`,
    intro: `${keyName === null ? `Ihr Konto ${accountName}` : `Der API-Schlüssel ${keyName} Ihres Kontos ${accountName}`} hat ${percent} des Limits von ${limit} Anfragen pro ${window === 'minute' ? 'Minute' : 'Stunde'} verbraucht.${isExhausted ? ` Weitere Anfragen in derselben ${window === 'minute' ? 'Minute' : 'Stunde'} werden mit Status 429 abgelehnt.` : ''}`,
  }),
}
