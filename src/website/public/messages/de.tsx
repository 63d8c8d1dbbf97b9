import { formats } from '../../i18n/format.ts'
import type { PublicMessages } from './en.tsx'

const { number, plural } = formats.de

export const de: PublicMessages = {
  pricing: {
    title: 'Preise',
    description:
      'Was die Larder-API kostet: Tarife nach Anfragen pro Minute. Jeder Tarif enthält alle Lebensmittel und alle Endpunkte.',
    heading: 'Sie zahlen für Tempo, nicht für Daten',
    lead: 'Jeder Tarif enthält alle Lebensmittel und alle Endpunkte. Sie entscheiden, wie viele Anfragen pro Minute Sie brauchen.',
    free: 'Kostenlos',
    noCard: 'ohne Kreditkarte',
    priceAtCheckout: 'Preis wird beim Bezahlen angezeigt',
    priceOnRequest: 'Auf Anfrage',
    recommended: 'Für die meisten Apps',
    audience: {
      starter: 'Zum Ausprobieren und für kleine Projekte.',
      pro: 'Für Apps mit echten Nutzern.',
      scale: 'Für Produkte mit sehr vielen Anfragen.',
    },
    getKey: 'Kostenlosen API-Schlüssel holen',
    start: plan => `Mit ${plan} starten`,
    yourPlan: 'Zu Ihrem Tarif',
    contact: 'Kontakt aufnehmen',
    selfHost: 'Selbst betreiben',
    requestsPerMinute: 'Anfragen pro Minute',
    perAddress: 'Limit gilt pro IP-Adresse',
    perAccount: 'Limit gilt pro Konto, für alle Schlüssel zusammen',
    allFoods: 'Alle Endpunkte und alle Lebensmittel',
    worksWithoutKey: 'Funktioniert auch ohne Schlüssel',
    hourlyLimit: requests =>
      plural(requests, { one: 'Höchstens # Anfrage pro Stunde', other: 'Höchstens # Anfragen pro Stunde' }),
    noHourlyLimit: 'Kein Stundenlimit',
    noDelay: 'Keine zusätzliche Wartezeit',
    keyLimits: 'API-Schlüssel mit eigenen Limits',
    usage: 'Nutzung nach Schlüssel und Endpunkt',
    everythingIn: plan => `Alles aus ${plan}`,
    noOverage: 'Keine Mehrkosten: Anfragen über dem Limit werden abgelehnt, nicht berechnet.',
    pricesUnknown:
      'Unser Zahlungsdienstleister antwortet nicht, deshalb fehlen hier einige Preise. Sie sehen den Preis, bevor Sie bezahlen.',
    notSold: (
      <>
        Bezahlte Tarife werden auf dieser Website nicht verkauft; der Betreiber vergibt sie.{' '}
        <a href="/contact">Fragen Sie danach</a> oder{' '}
        <a href="/docs/self-hosting">betreiben Sie Larder selbst</a>.
      </>
    ),
    notSoldWithoutContact: (
      <>
        Bezahlte Tarife werden auf dieser Website nicht verkauft; der Betreiber vergibt sie. Sie können{' '}
        <a href="/docs/self-hosting">Larder auch selbst betreiben</a> und die Limits bestimmen.
      </>
    ),
    compare: 'Tarife vergleichen',
    feature: 'Merkmal',
    noKey: 'Ohne Schlüssel',
    price: 'Preis',
    minute: 'Anfragen pro Minute',
    hour: 'Anfragen pro Stunde',
    counted: 'Limit gilt',
    byAddress: 'pro IP-Adresse',
    byAccount: 'pro Konto',
    delay: 'Zusätzliche Wartezeit',
    milliseconds: ms => `${number(ms)} ms`,
    none: 'keine',
    unlimited: 'kein Stundenlimit',
    allFields: 'Alle Lebensmittel und Felder',
    keys: 'API-Schlüssel',
    keyOptions: 'Limit und Ablaufdatum pro Schlüssel',
    yes: 'Ja',
    no: 'Nein',
    questions: 'Häufige Fragen',
    overLimit: {
      question: 'Was passiert, wenn ich das Limit überschreite?',
      answer: (
        <>
          Sie erhalten eine Antwort mit dem Status <code>429</code>. Der Header <code>Retry-After</code> nennt
          die Sekunden, die Sie warten müssen. Es wird nichts berechnet.
        </>
      ),
    },
    delayQuestion: {
      question: 'Warum müssen kostenlose Anfragen warten?',
      answer: ms =>
        `Anfragen ohne Schlüssel und mit kostenlosem Schlüssel werden erst nach ${number(ms)} ms beantwortet, damit zahlende Kunden zuerst an der Reihe sind.`,
    },
    commercial: {
      question: 'Darf ich die Daten in einer kommerziellen App verwenden?',
      answer: (source, license, guide) => (
        <>
          Ja. Die meisten Lebensmittel stammen von {source} und stehen unter der {license}. Sie verlangt, dass
          Sie die Quelle nennen und eine veränderte Datenbank unter derselben Lizenz weitergeben. {guide}.
        </>
      ),
      guide: 'Lizenz und Quellenangabe',
    },
    cache: {
      question: 'Darf ich Antworten zwischenspeichern?',
      answer: (
        <>
          Ja. Die IDs der Lebensmittel ändern sich nicht, und jede Antwort mit Lebensmitteldaten hat ein{' '}
          <code>ETag</code>. So prüfen Sie mit wenig Aufwand, ob sich etwas geändert hat.
        </>
      ),
    },
    host: {
      question: 'Kann ich Larder selbst betreiben?',
      answer: guide => (
        <>
          Ja. Larder ist Open Source (Apache 2.0) und braucht PostgreSQL und Redis. Auf Ihrem eigenen Server
          bestimmen Sie die Limits. {guide}.
        </>
      ),
      guide: 'So betreiben Sie Larder',
    },
    change: {
      question: 'Wie wechsle oder kündige ich einen Tarif?',
      answer:
        'Im Dashboard unter „Tarif und Rechnungen“. Zahlung, Rechnungen und Kündigung laufen über die Seiten unseres Zahlungsdienstleisters.',
    },
    howMany: 'Wie viele Anfragen brauche ich?',
    example: perUser =>
      `Ein Beispiel: Jeder Nutzer Ihrer App stellt in der Stunde mit dem meisten Betrieb ${number(perUser)} Anfragen, gleichmäßig verteilt, und alle kommen von Ihrem Server.`,
    plan: 'Tarif',
    users: 'Nutzer in dieser Stunde',
    ready: 'Ohne Schlüssel anfangen',
    readyText:
      'Senden Sie gleich Ihre erste Anfrage. Einen Schlüssel brauchen Sie erst für Nutzungszahlen und höhere Limits.',
    quickStart: 'Zum Schnellstart',
  },

  about: {
    title: 'Über Larder',
    description: 'Was Larder ist, woher die Daten kommen und wer diese Website betreibt.',
    lead: foods =>
      foods === 0
        ? 'Larder ist eine offene Lebensmittel- und Nährwertdatenbank: für Menschen, die wissen wollen, was in ihrem Essen steckt, und für die Apps, die sie benutzen.'
        : `Larder ist eine offene Nährwertdatenbank mit ${number(foods)} Lebensmitteln: für Menschen, die wissen wollen, was in ihrem Essen steckt, und für die Apps, die sie benutzen.`,
    principles: 'Worauf Sie sich verlassen können',
    unknown: {
      title: 'Unbekannt ist nicht null',
      text: 'Fehlt auf dem Etikett ein Wert, dann sagen wir das. Wir ersetzen ihn nie durch eine 0.',
    },
    source: {
      title: 'Jedes Lebensmittel nennt seine Quelle',
      text: 'Sie sehen, woher die Werte stammen und wann sie dort zuletzt aktualisiert wurden. KI-Schätzungen sind gekennzeichnet und sehen anders aus.',
    },
    checked: {
      title: 'Unplausible Werte werden erkannt',
      text: 'Werte, die nicht stimmen können, werden entfernt oder markiert. Zu jedem Lebensmittel geben wir an, wie verlässlich seine Daten sind.',
    },
    private: {
      title: 'Kein Tracking, keine Werbung',
      text: 'Diese Seiten laden keine Skripte anderer Firmen und setzen keine Werbe-Cookies.',
    },
    data: 'Woher die Daten kommen',
    dataText: coverage => <>Der Katalog vereint diese Quellen. {coverage}.</>,
    coverage: 'Wie viele Lebensmittel aus welcher Quelle stammen und wie vollständig sie sind',
    license: 'Lizenz',
    software: 'Open Source',
    softwareText:
      'Die Software dieser Website und ihrer API ist Open Source unter der Apache-Lizenz 2.0. Jeder kann sie betreiben.',
    sourceCode: 'Quellcode',
    selfHost: 'Larder selbst betreiben',
    operator: 'Wer diese Website betreibt',
    operatorImprint: (imprint, contact) => (
      <>
        Angaben zum Betreiber stehen im {imprint}. Bei Fragen {contact}.
      </>
    ),
    operatorContact: contact => <>Um den Betreiber zu erreichen, {contact}.</>,
    imprintLink: 'Impressum',
    contactLink: 'nutzen Sie die Kontaktseite',
  },

  contact: {
    title: 'Kontakt',
    description: 'So erreichen Sie die Betreiber dieser Website und melden Fehler oder Sicherheitslücken.',
    lead: 'Wählen Sie Ihr Anliegen, damit Ihre Nachricht bei den richtigen Leuten ankommt.',
    email: 'Fragen zu dieser Website, zur API oder zu Ihrem Konto',
    emailText: 'Schreiben Sie uns. Wenn eine Anfrage fehlgeschlagen ist, nennen Sie bitte ihre Anfrage-ID.',
    noEmail: 'Der Betreiber dieser Website hat keine E-Mail-Adresse veröffentlicht.',
    imprint: link => <>Im {link} steht, wer die Website betreibt.</>,
    imprintLink: 'Impressum',
    mistake: 'Ein Fehler bei einem Lebensmittel oder ein fehlendes Produkt',
    mistakeText: source => (
      <>
        Die meisten Produkte stammen von {source}. Dort kann sie jeder korrigieren oder ergänzen. Die Seite
        des Lebensmittels verlinkt den richtigen Eintrag. Korrekturen erscheinen hier nach dem nächsten
        Import.
      </>
    ),
    software: 'Ein Programmfehler oder eine Idee',
    softwareText: 'Legen Sie im Repository des Quellcodes ein Issue an.',
    sourceCode: 'Quellcode',
    security: 'Eine Sicherheitslücke',
    securityText:
      'Bitte melden Sie sie vertraulich, und geben Sie uns Zeit, sie zu schließen, bevor Sie sie veröffentlichen. Beschreiben Sie, wie sie sich nachvollziehen lässt.',
  },

  status: {
    title: 'Status',
    description:
      'Ob Larder gerade funktioniert, wann der Katalog zuletzt aktualisiert wurde und wie viele Anfragen gestern fehlgeschlagen sind.',
    allGood: 'Alles funktioniert',
    degraded: 'Einige Funktionen sind eingeschränkt',
    databaseAway: 'Die Datenbank ist nicht erreichbar',
    website: 'Website',
    database: 'Datenbank',
    redis: 'Limits und Anmeldung',
    up: 'Funktioniert',
    down: 'Nicht erreichbar',
    websiteText: 'Dieser Server hat Ihre Anfrage beantwortet.',
    databaseUp: 'Lebensmittel, Suche und Konten sind verfügbar.',
    databaseDown:
      'Nur noch zwischengespeicherte Seiten und Antworten werden gezeigt. Alles andere schlägt fehl, bis die Datenbank zurück ist.',
    redisUp: 'Limits werden für alle Server gemeinsam gezählt.',
    redisDown:
      'Lebensmittel und Suche funktionieren, und jeder Server zählt Limits für sich. Die Anmeldung mit Passwort ist nicht möglich.',
    catalog: 'Katalog',
    foods: 'Lebensmittel',
    changed: 'Zuletzt aktualisiert',
    synced: source => `${source} abgeglichen bis`,
    lastKnown: 'Das sind die letzten bekannten Zahlen.',
    requests: 'Anfragen gestern',
    requestsNote: day =>
      `Am ${day} (UTC), mit API-Schlüssel. Anfragen ohne Schlüssel werden nicht gezählt. Fehlgeschlagen heißt: mit einem Serverfehler (5xx) beantwortet.`,
    total: 'Anfragen',
    failed: 'Fehlgeschlagen',
    noRequests: day => `Am ${day} (UTC) gab es keine Anfragen mit API-Schlüssel.`,
    perServer: time => (
      <>
        Geprüft von dem Server, der Ihnen geantwortet hat, {time}. Andere Server dieser Installation können
        abweichen.
      </>
    ),
  },

  changelog: {
    title: 'Änderungen',
    description: 'Was sich an Larder geändert hat, für alle, die die API nutzen oder Larder betreiben.',
    englishOnly: 'Die Liste der Änderungen gibt es nur auf Englisch.',
  },

  legal: {
    description: {
      privacy: 'Welche Daten diese Website verarbeitet, wozu und wie lange.',
      terms: 'Die Nutzungsbedingungen dieser Website und ihrer API.',
      imprint: 'Wer diese Website betreibt.',
    },
    onlyIn: language => `Diesen Text gibt es nur in dieser Sprache: ${language}.`,
  },
}
