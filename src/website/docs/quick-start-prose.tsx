import { catalogCredit } from '../../food/sources.ts'
import { classes } from '../../quality/confidence/classes.ts'
import { formats } from '../i18n/format.ts'
import type { Prose } from './article.ts'
import type { DeploymentInfo } from './deployment-info.ts'

const en = {
  firstRequest: {
    title: '1. Make your first request',
    text: ({ barcode, food }: DeploymentInfo['examples']) => (
      <>
        Paste this into a terminal. It asks for the food with the barcode {barcode}, which is “{food.name}”
        {food.brand && ` by ${food.brand}`}.
      </>
    ),
    sample: 'First request',
    result: 'You get one flat JSON object, here formatted:',
    playground: (
      <>
        You can also send requests from your browser in the <a href="/docs/playground">playground</a>.
      </>
    ),
  },
  response: {
    title: '2. Read the response',
    per100g: (
      <>
        <b>Values are per 100 g.</b> For a portion, multiply by its grams and divide by 100.{' '}
        <a href="/docs/portions">Portions and servings</a>
      </>
    ),
    unknown: (
      <>
        <b>
          <code>null</code> means unknown.
        </b>{' '}
        Show “not stated”, never 0. <a href="/docs/unknown">Missing values</a>
      </>
    ),
    confidence: (
      <>
        <b>
          <code>confidence</code>
        </b>{' '}
        runs from 0 to 1. From {formats.en.number(classes.complete.floor, 2)} on, the data is complete and
        checked. <a href="/docs/data-quality">Data quality</a>
      </>
    ),
    ids: (
      <>
        <b>
          <code>id</code> and <code>barcode</code> are stable.
        </b>{' '}
        Store them, and ask again with <a href="/docs/reference/food">/food/{'{food_id}'}</a> or{' '}
        <a href="/docs/reference/barcode">/barcode/{'{code}'}</a>.
      </>
    ),
  },
  search: {
    title: '3. Search by name',
    text: 'Typos are fine, and the best match comes first.',
    sample: 'Search foods',
    more: 'How search works',
  },
  clients: {
    title: '4. Use a client library',
    text: (
      <>
        The clients for TypeScript (<code>@larder/client</code>) and Python (<code>larder-client</code>)
        return typed foods, retry calls that fail for a moment, and calculate portions that keep unknown
        values unknown.
      </>
    ),
    sample: 'From a search to a portion',
  },
  key: {
    title: '5. Use an API key',
    text: (
      <>
        A free key shows you how many requests your app makes. <a href="/sign-up">Create an account</a>, then
        send your key with every request:
      </>
    ),
    sample: 'Request with an API key',
    safety: (
      <>
        Keep keys on your server. For a website or an app, call Larder without a key or through your own
        backend. <a href="/docs/keys">More about API keys</a>
      </>
    ),
    limits: ({ starter, pro, scale }: DeploymentInfo['requestsPerMinute']) => (
      <>
        Without a key or with a free key, you can make {formats.en.number(starter)} requests per minute from
        one IP address; with Pro {formats.en.number(pro)}, and with Scale {formats.en.number(scale)}. Requests
        over the limit return <code>429</code>. <a href="/docs/limits">Rate limits</a>
      </>
    ),
  },
  credit: {
    title: '6. Credit the source',
    text: (
      <>
        Wherever you show the data, add one line: <i>Data: {catalogCredit.text}</i>.{' '}
        <a href="/docs/attribution">Wording and placement</a>
      </>
    ),
  },
}

const de: typeof en = {
  firstRequest: {
    title: '1. Die erste Anfrage senden',
    text: ({ barcode, food }) => (
      <>
        Fügen Sie diesen Befehl in ein Terminal ein. Er fragt das Lebensmittel mit dem Barcode {barcode} ab: „
        {food.name}“{food.brand && ` von ${food.brand}`}.
      </>
    ),
    sample: 'Erste Anfrage',
    result: 'Die Antwort ist ein flaches JSON-Objekt, hier formatiert:',
    playground: (
      <>
        Im <a href="/docs/playground">Playground</a> können Sie Anfragen auch direkt aus dem Browser senden.
      </>
    ),
  },
  response: {
    title: '2. Die Antwort lesen',
    per100g: (
      <>
        <b>Die Werte gelten pro 100 g.</b> Für eine Portion multiplizieren Sie mit ihrem Gewicht in Gramm und
        teilen durch 100. <a href="/docs/portions">Portionen</a>
      </>
    ),
    unknown: (
      <>
        <b>
          <code>null</code> bedeutet unbekannt.
        </b>{' '}
        Zeigen Sie „keine Angabe“ an, nie 0. <a href="/docs/unknown">Fehlende Werte</a>
      </>
    ),
    confidence: (
      <>
        <b>
          <code>confidence</code>
        </b>{' '}
        gibt die Verlässlichkeit von 0 bis 1 an. Ab {formats.de.number(classes.complete.floor, 2)} sind die
        Daten vollständig und geprüft. <a href="/docs/data-quality">Datenqualität</a>
      </>
    ),
    ids: (
      <>
        <b>
          <code>id</code> und <code>barcode</code> ändern sich nicht.
        </b>{' '}
        Speichern Sie sie und rufen Sie das Lebensmittel später mit{' '}
        <a href="/docs/reference/food">/food/{'{food_id}'}</a> oder{' '}
        <a href="/docs/reference/barcode">/barcode/{'{code}'}</a> wieder ab.
      </>
    ),
  },
  search: {
    title: '3. Nach Namen suchen',
    text: 'Tippfehler sind kein Problem, und der beste Treffer steht oben.',
    sample: 'Lebensmittel suchen',
    more: 'So funktioniert die Suche',
  },
  clients: {
    title: '4. Eine Client-Bibliothek verwenden',
    text: (
      <>
        Die Clients für TypeScript (<code>@larder/client</code>) und Python (<code>larder-client</code>)
        liefern typisierte Lebensmittel, wiederholen Aufrufe nach vorübergehenden Fehlern und berechnen
        Portionen, in denen Unbekanntes unbekannt bleibt.
      </>
    ),
    sample: 'Von der Suche zur Portion',
  },
  key: {
    title: '5. Einen API-Schlüssel verwenden',
    text: (
      <>
        Mit einem kostenlosen Schlüssel sehen Sie, wie viele Anfragen Ihre App stellt.{' '}
        <a href="/sign-up">Erstellen Sie ein Konto</a> und senden Sie den Schlüssel mit jeder Anfrage:
      </>
    ),
    sample: 'Anfrage mit API-Schlüssel',
    safety: (
      <>
        Bewahren Sie Schlüssel auf Ihrem Server auf. Aus einer Website oder App rufen Sie Larder ohne
        Schlüssel oder über Ihr eigenes Backend auf. <a href="/docs/keys">Mehr über API-Schlüssel</a>
      </>
    ),
    limits: ({ starter, pro, scale }) => (
      <>
        Ohne Schlüssel oder mit einem kostenlosen können Sie von einer IP-Adresse aus{' '}
        {formats.de.number(starter)} Anfragen pro Minute senden, mit Pro {formats.de.number(pro)} und mit
        Scale {formats.de.number(scale)}. Anfragen über dem Limit erhalten den Status <code>429</code>.{' '}
        <a href="/docs/limits">Limits</a>
      </>
    ),
  },
  credit: {
    title: '6. Die Quelle angeben',
    text: (
      <>
        Ergänzen Sie überall, wo Sie die Daten zeigen, eine Zeile: <i>Daten: {catalogCredit.text}</i>.{' '}
        <a href="/docs/attribution">Wortlaut und Platzierung</a>
      </>
    ),
  },
}

export const prose: Prose<typeof en> = { en, de }
