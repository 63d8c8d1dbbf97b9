import { formats } from '../../../i18n/format.ts'
import type { ErrorMessages } from './en.tsx'

const { number, plural } = formats.de

export const de: ErrorMessages = {
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Vielleicht enthält die Adresse einen Tippfehler, oder das Lebensmittel wurde mit einem anderen Eintrag zusammengeführt. Suchen Sie es hier:',
  },
  serverError: {
    title: 'Etwas ist schiefgegangen',
    text: 'Ein unerwarteter Fehler ist aufgetreten und wurde protokolliert. Bitte versuchen Sie es gleich noch einmal.',
  },
  unavailable: {
    title: 'Vorübergehend nicht verfügbar',
    text: 'Die Datenbank ist gerade nicht erreichbar. Es wurde nichts geändert. Bitte versuchen Sie es in einigen Sekunden erneut.',
  },
  badRequest: {
    title: 'Anfrage fehlgeschlagen',
    text: 'Der Server konnte diese Anfrage nicht verarbeiten. Gehen Sie zurück, prüfen Sie Ihre Eingaben und versuchen Sie es erneut.',
  },
  formExpired: {
    title: 'Dieses Formular ist abgelaufen',
    text: 'Ihre Änderungen wurden nicht gespeichert. Vielleicht haben Sie sich in einem anderen Tab an- oder abgemeldet, oder das Formular wurde nicht von dieser Website gesendet.',
  },
  formExpiredAdvice: origin => (
    <>
      Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut. Stellen Sie sicher, dass Cookies
      erlaubt sind und dass Sie {origin} verwenden.
    </>
  ),
  toAccount: 'Zu Ihrem Konto',

  tooManyPages: {
    title: 'Zu viele Seiten',
    text: limit =>
      `Von Ihrer IP-Adresse wurden mehr als ${number(limit)} Seiten in einer Minute geöffnet. Diese Seite wurde deshalb nicht geladen.`,
  },
  tooManyAtOnce: {
    title: 'Zu viele Seiten gleichzeitig',
    text: 'Ihre IP-Adresse lädt zu viele Seiten gleichzeitig. Diese Seite wurde deshalb nicht geladen.',
  },
  busy: {
    title: 'Die Website ist ausgelastet',
    text: 'Die Website hat gerade mehr Besucher, als sie bedienen kann. Diese Seite wurde deshalb nicht geladen.',
  },
  oneSitemap: {
    title: 'Nur eine Sitemap gleichzeitig',
    text: 'Ihre IP-Adresse empfängt bereits eine Sitemap. Diese wurde deshalb nicht gesendet.',
  },
  tooManyDownloads: {
    title: 'Zu viele Downloads gleichzeitig',
    text: limit =>
      plural(limit, {
        one: 'Ihre IP-Adresse lädt bereits # Paket herunter. Dieses wurde deshalb nicht gesendet.',
        other: 'Ihre IP-Adresse lädt bereits # Pakete herunter. Dieses wurde deshalb nicht gesendet.',
      }),
  },
  retryAfter: seconds =>
    plural(seconds, {
      one: 'Versuchen Sie es in # Sekunde erneut.',
      other: 'Versuchen Sie es in # Sekunden erneut.',
    }),
  forPrograms: link => (
    <>
      Rufen Sie die Website mit einem Programm ab? Folgen Sie der {link('/sitemap.xml', 'Sitemap')}, warten
      Sie so lange, wie der Header <code>Retry-After</code> angibt, und verwenden Sie für Daten{' '}
      {link('/docs', 'die API')}. Für den ganzen Katalog{' '}
      {link('/docs/self-hosting', 'betreiben Sie Larder selbst')} mit den offen lizenzierten Datenabzügen.
    </>
  ),

  searchFoods: 'Lebensmittel suchen',
  searchFoodsText: 'Nach Name, Marke oder Barcode',
  categories: 'Kategorien durchstöbern',
  categoriesText: 'Von der größten zur kleinsten',
  docs: 'Dokumentation lesen',
  docsText: 'Schnellstart und API-Referenz',
  home: 'Zur Startseite',
  homeText: 'Beliebte Lebensmittel und Zahlen',
  requestId: id => <>Anfrage-ID {id}. Bitte geben Sie sie an, wenn Sie uns kontaktieren.</>,
}
