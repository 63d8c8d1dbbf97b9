import { formats } from '../../i18n/format.ts'
import type { DocsMessages } from './en.ts'

const { plural } = formats.de

export const de: DocsMessages = {
  sections: {
    getStarted: 'Erste Schritte',
    guides: 'Anleitungen',
    build: 'Mit Larder entwickeln',
    migrate: 'Zu Larder wechseln',
    reference: 'API-Referenz',
    more: 'Mehr',
  },
  documentation: 'Dokumentation',
  documentationMenu: 'Menü der Dokumentation',
  searchDocs: 'Dokumentation durchsuchen',
  onThisPage: 'Auf dieser Seite',
  previousAndNext: 'Vorherige und nächste Seite',
  previous: 'Zurück',
  next: 'Weiter',
  changelog: 'Änderungen',
  openApiFile: 'OpenAPI-Datei',
  searchTitle: 'Dokumentation durchsuchen',
  search: 'Suchen',
  resultsFor: (count, query) =>
    plural(count, { one: `# Treffer für „${query}“`, other: `# Treffer für „${query}“` }),
  noResults: query => `Keine Treffer für „${query}“`,
  noResultsHint:
    'Verwenden Sie weniger oder kürzere Wörter oder nutzen Sie das Menü. Die Dokumentation ist auf Englisch.',
  searchHint:
    'Geben Sie ein Wort ein, zum Beispiel „barcode“, „429“ oder „null“. Die Dokumentation ist auf Englisch.',
  searchDescription: 'Alle Anleitungen und die API-Referenz durchsuchen.',
  tryIt: 'Im Playground ausprobieren',
  example: 'Beispiel für Anfrage und Antwort',
  exampleResponse: 'Beispiel',
  endpoint: 'Endpunkt',
  apiKey: 'API-Schlüssel',
  optional: 'optional',
  keyHint: 'Wird nur an die API gesendet und nie gespeichert.',
  notSet: 'nicht gesetzt',
  showRequest: 'Anfrage anzeigen',
  send: 'Anfrage senden',
  request: 'Anfrage',
  response: 'Antwort',
  headers: 'Für Skripte sichtbare Header',
  openInNewTab: 'In neuem Tab öffnen',
  curlCommand: 'curl-Befehl',
  playgroundDescription:
    'Senden Sie Anfragen aus dem Browser und sehen Sie Status, Header, Limit und Inhalt der Antwort.',

  timedOut: 'Keine Antwort innerhalb von {seconds} Sekunden. Versuchen Sie es später erneut.',
  invalidKey: 'Der API-Schlüssel enthält ein ungültiges Zeichen. Kopieren Sie ihn noch einmal.',
  unreachable:
    'Die API unter {url} ist nicht erreichbar. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  retryIn: 'Versuchen Sie es in {seconds} s erneut.',
  quotaHint: 'Mit einem API-Schlüssel sehen Sie hier Ihre verbleibenden Anfragen.',
  requestsLeft: 'Verbleibende Anfragen',
  quota: 'Noch {remaining} von {limit} Anfragen bis {time}',
}
