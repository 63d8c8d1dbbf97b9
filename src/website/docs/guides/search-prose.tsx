import type { Prose } from '../article.ts'
import type { DeploymentInfo } from '../deployment-info.ts'

const en = {
  sample: 'Search foods',
  response: (
    <>
      The response is a list of foods, best match first. If nothing matches, the list is empty; there is no{' '}
      <code>404</code>. <code>q</code> needs at least two characters, and <code>limit</code> can be up to 50.
    </>
  ),
  syntax: {
    title: 'Query syntax and typo tolerance',
    query: 'Query',
    behavior: 'Behavior',
    behaviors: {
      typo: 'typos are corrected: one in words of three to five letters, two in longer words; fewer if the service has fewer than 100,000 foods',
      accents: 'accents are optional, in every script',
      variants: 'spelling variants and word forms match: also finds yogurt',
      incomplete: 'the last word can be incomplete',
      joined: 'joined and split words',
      amounts: 'amounts are ignored, unless they are part of a name',
      question: 'questions find the food that they are about',
      synonyms: 'other languages and synonyms also find milk and eggplant',
      quoted: 'quoted terms must match exactly, without typo correction',
      barcode: 'a barcode finds its food',
    },
    terms:
      'Foods with all terms in their name or brand come first. If there are only a few, foods with the most important terms follow. Only the first twelve words and 200 characters are used. There is no invalid query syntax.',
  },
  ranking: {
    title: 'Ranking',
    barcode: 'An exact barcode match.',
    named: (
      <>
        Foods that the query names, in any word form, order or language (<em>Bananas, raw</em> for{' '}
        <em>banana</em>), then foods with all its words, then foods found by typo correction, completion or a
        synonym, then foods with only some of the words.
      </>
    ),
    data: 'Within those, complete and checked data before sparse data before AI estimates. Foods without usable nutrition come after foods with it.',
    relevance: 'Within those, the most relevant; an image, a high confidence and popularity move a food up.',
    duplicates: 'Further entries with the same name and brand come last.',
    deterministic: 'Results are deterministic: a larger limit only adds foods at the end.',
  },
  source: {
    title: 'Filter by source',
    text: ({ estimateSource }: Pick<DeploymentInfo, 'estimateSource'>) => (
      <>
        <code>source=off</code> returns only foods from Open Food Facts, <code>source={estimateSource}</code>{' '}
        only AI estimates. Other values return <code>422</code>. Without the parameter, all sources are
        searched; the <code>source</code> field of each food shows where it comes from.
      </>
    ),
  },
  filters: {
    title: 'Filters',
    text: (
      <>
        <code>/search</code> and <a href="/docs/reference/popular">/foods/popular</a> take the same filters.
        Every food in the response passes all of them:
      </>
    ),
    filter: 'Filter',
    condition: 'A food passes if',
    conditions: {
      category: 'it is in this category or one below; /foods/categories lists them',
      brand: 'its brand contains these words',
      country: 'it is known to be sold there: an ISO code or a name',
      kind: 'it comes from a food table and has no brand; kind=branded: it has a brand',
      complete: 'its data is complete and checked',
      image: 'it has an image',
      allergens: 'it states its allergens, and contains neither these nor traces of them',
      range: 'the nutrient is in the range per 100 g: any nutrient field with _min or _max',
    },
    unknown: (
      <>
        A food never passes by what is unknown: without a stated value it is in no range, and{' '}
        <code>exclude_allergens</code> leaves out every food whose allergens are not known. Many foods state
        none, so do not present the result as a complete list, and never as medical advice.
      </>
    ),
    popular: (
      <>
        With filters, <code>/foods/popular</code> looks at up to 10,000 foods: those of the brand or the
        generic ones, otherwise the most popular ones, in the category if there is one.
      </>
    ),
  },
  pages: {
    title: 'Pages',
    text: (
      <>
        <code>offset</code>, up to 200, skips foods: <code>limit=50&amp;offset=50</code> is the second page.
        Pages do not overlap. The results end after a few hundred foods; a more specific query or a filter
        brings others.
      </>
    ),
  },
  typing: {
    title: 'Search as you type',
    text: (
      <>
        <a href="/docs/reference/suggest">/suggest</a> completes what somebody types, from the first character
        on: <code>text</code> to show, <code>query</code> to send to <code>/search</code>, and{' '}
        <code>food_id</code> where it is one food. It is several times as fast as a search. To list foods with
        their values while somebody types, send the text to <code>/search</code> from two characters on.
      </>
    ),
    debounce: 'Debounce input by about 100 ms.',
    cancel: 'Cancel outdated requests, or discard responses that arrive after a newer one.',
    limit: ({ starter }: DeploymentInfo['requestsPerMinute']) =>
      `Every suggestion counts as a request: with the free limit of ${starter} requests per minute, search only when the user presses Enter.`,
  },
}

const de: typeof en = {
  sample: 'Lebensmittel suchen',
  response: (
    <>
      Die Antwort ist eine Liste von Lebensmitteln, der beste Treffer zuerst. Ohne Treffer ist die Liste leer;
      den Status <code>404</code> gibt es hier nicht. <code>q</code> braucht mindestens zwei Zeichen,{' '}
      <code>limit</code> kann bis zu 50 betragen.
    </>
  ),
  syntax: {
    title: 'Suchanfragen und Tippfehler',
    query: 'Suchanfrage',
    behavior: 'Verhalten',
    behaviors: {
      typo: 'Tippfehler werden korrigiert: einer in Wörtern mit drei bis fünf Buchstaben, zwei in längeren; weniger, wenn der Dienst unter 100.000 Lebensmittel hat',
      accents: 'Akzente sind optional, in jeder Schrift',
      variants: 'Schreibweisen und Wortformen sind gleichwertig: findet auch yogurt',
      incomplete: 'das letzte Wort darf unvollständig sein',
      joined: 'zusammen- und getrennt geschriebene Wörter',
      amounts: 'Mengen werden ignoriert, außer wenn sie zu einem Namen gehören',
      question: 'Fragen finden das Lebensmittel, um das es geht',
      synonyms: 'andere Sprachen und Synonyme finden auch milk und eggplant',
      quoted: 'Begriffe in Anführungszeichen müssen genau vorkommen, ohne Korrektur von Tippfehlern',
      barcode: 'ein Barcode findet sein Lebensmittel',
    },
    terms:
      'Zuerst kommen Lebensmittel, deren Name oder Marke alle Begriffe enthält. Sind es nur wenige, folgen Lebensmittel mit den wichtigsten Begriffen. Nur die ersten zwölf Wörter und 200 Zeichen zählen. Eine ungültige Syntax gibt es nicht.',
  },
  ranking: {
    title: 'Reihenfolge',
    barcode: 'Der genaue Treffer eines Barcodes.',
    named: (
      <>
        Lebensmittel, die die Suchanfrage nennt, in jeder Wortform, Reihenfolge oder Sprache (
        <em>Bananas, raw</em> für <em>banana</em>), dann Lebensmittel mit allen Wörtern, dann solche, die über
        korrigierte Tippfehler, Ergänzung oder ein Synonym gefunden wurden, dann solche mit nur einem Teil der
        Wörter.
      </>
    ),
    data: 'Innerhalb dieser Gruppen vollständige und geprüfte Daten vor lückenhaften und diese vor KI-Schätzungen. Lebensmittel ohne brauchbare Nährwerte stehen hinter denen mit Nährwerten.',
    relevance:
      'Bei gleichem Stand die relevantesten; ein Bild, eine hohe Verlässlichkeit und Beliebtheit rücken ein Lebensmittel nach oben.',
    duplicates: 'Weitere Einträge mit demselben Namen und derselben Marke stehen am Ende.',
    deterministic:
      'Die Ergebnisse sind deterministisch: Ein größeres Limit fügt nur am Ende Lebensmittel an.',
  },
  source: {
    title: 'Nach Quelle filtern',
    text: ({ estimateSource }) => (
      <>
        <code>source=off</code> liefert nur Lebensmittel aus Open Food Facts,{' '}
        <code>source={estimateSource}</code> nur KI-Schätzungen. Andere Werte ergeben <code>422</code>. Ohne
        den Parameter werden alle Quellen durchsucht; woher ein Lebensmittel stammt, steht in seinem Feld{' '}
        <code>source</code>.
      </>
    ),
  },
  filters: {
    title: 'Filter',
    text: (
      <>
        <code>/search</code> und <a href="/docs/reference/popular">/foods/popular</a> kennen dieselben Filter.
        Jedes Lebensmittel der Antwort erfüllt alle:
      </>
    ),
    filter: 'Filter',
    condition: 'Ein Lebensmittel erfüllt ihn, wenn',
    conditions: {
      category: 'es in dieser Kategorie oder einer darunter ist; /foods/categories listet sie auf',
      brand: 'seine Marke diese Wörter enthält',
      country: 'bekannt ist, dass es dort verkauft wird: ein ISO-Code oder ein Name',
      kind: 'es aus einer Nährwerttabelle stammt und keine Marke hat; kind=branded: es hat eine Marke',
      complete: 'seine Daten vollständig und geprüft sind',
      image: 'es ein Bild hat',
      allergens: 'es seine Allergene nennt und weder diese noch Spuren davon enthält',
      range: 'der Nährwert pro 100 g im Bereich liegt: jedes Nährwertfeld mit _min oder _max',
    },
    unknown: (
      <>
        Unbekanntes erfüllt nie einen Filter: Ein Lebensmittel ohne Angabe liegt in keinem Bereich, und{' '}
        <code>exclude_allergens</code> lässt jedes Lebensmittel weg, dessen Allergene nicht bekannt sind.
        Viele Lebensmittel nennen keine. Stellen Sie das Ergebnis deshalb nicht als vollständige Liste dar und
        nie als medizinischen Rat.
      </>
    ),
    popular: (
      <>
        Mit Filtern betrachtet <code>/foods/popular</code> bis zu 10.000 Lebensmittel: die der Marke oder die
        ohne Marke, sonst die beliebtesten, gegebenenfalls innerhalb der Kategorie.
      </>
    ),
  },
  pages: {
    title: 'Seiten',
    text: (
      <>
        <code>offset</code>, bis 200, überspringt Lebensmittel: <code>limit=50&amp;offset=50</code> ist die
        zweite Seite. Seiten überschneiden sich nicht. Nach einigen Hundert Lebensmitteln enden die
        Ergebnisse; eine genauere Suchanfrage oder ein Filter bringt andere.
      </>
    ),
  },
  typing: {
    title: 'Suche während der Eingabe',
    text: (
      <>
        <a href="/docs/reference/suggest">/suggest</a> ergänzt die Eingabe ab dem ersten Zeichen:{' '}
        <code>text</code> zum Anzeigen, <code>query</code> für <code>/search</code> und <code>food_id</code>,
        wenn es ein einzelnes Lebensmittel ist. Das ist um ein Mehrfaches schneller als eine Suche. Um während
        der Eingabe Lebensmittel mit ihren Werten aufzulisten, senden Sie den Text ab zwei Zeichen an{' '}
        <code>/search</code>.
      </>
    ),
    debounce: 'Warten Sie nach jedem Tastendruck etwa 100 ms, bevor Sie suchen (Debouncing).',
    cancel:
      'Brechen Sie überholte Anfragen ab oder verwerfen Sie Antworten, die nach einer neueren eintreffen.',
    limit: ({ starter }) =>
      `Jeder Vorschlag zählt als Anfrage: Mit dem kostenlosen Limit von ${starter} Anfragen pro Minute suchen Sie erst, wenn die Eingabetaste gedrückt wird.`,
  },
}

export const prose: Prose<typeof en> = { en, de }
