// Removes HTML from texts: decodes entities and strips tags.

const names: Record<string, string> = {
  ...{ quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: ' ', shy: '', deg: '°', ordm: 'º', ordf: 'ª' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ acute: '´', middot: '·', bull: '•', hellip: '…', ndash: '–', mdash: '—', times: '×', plusmn: '±' },
  ...{ reg: '®', trade: '™', copy: '©', euro: '€', pound: '£', micro: 'µ', sup2: '²', sup3: '³' },
  ...{ frac14: '¼', frac12: '½', frac34: '¾', iexcl: '¡', iquest: '¿' },
  ...{ agrave: 'à', aacute: 'á', acirc: 'â', atilde: 'ã', auml: 'ä', aring: 'å', aelig: 'æ', ccedil: 'ç' },
  ...{ egrave: 'è', eacute: 'é', ecirc: 'ê', euml: 'ë', igrave: 'ì', iacute: 'í', icirc: 'î', iuml: 'ï' },
  ...{ ntilde: 'ñ', ograve: 'ò', oacute: 'ó', ocirc: 'ô', otilde: 'õ', ouml: 'ö', oslash: 'ø', oelig: 'œ' },
  ...{ ugrave: 'ù', uacute: 'ú', ucirc: 'û', uuml: 'ü', yacute: 'ý', yuml: 'ÿ', scaron: 'š', szlig: 'ß' },
}
const entities = new Map(Object.entries(names))

// The leading group handles repeated escaping: `&amp;amp;quot;` is one quote. Numeric entities need no semicolon before a
// character that is no letter or digit, because names were truncated there.
const entity =
  /&(?:(?:amp|#0{0,4}38|#x0{0,4}26);)*(?:#(\d{1,7})(?:;|(?![\da-z]))|#x([\da-f]{1,6})(?:;|(?![\da-z]))|([a-z]{2,6}\d{0,2});)/gi

export function decodeEntities(text: string): string {
  return text.replace(entity, (match, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return decodeNamed(name) ?? match
    return decodeNumeric(
      decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10),
    )
  })
}

/** `&Eacute;` and `&EACUTE;` are the upper case of `&eacute;`; `&AMP;` is `&amp;`. */
function decodeNamed(name: string): string | undefined {
  return entities.get(name) ?? entities.get(name.toLowerCase())?.toUpperCase()
}

// HTML defines &#128; to &#159; as Windows-1252.
const windows1252 = new TextDecoder('windows-1252')

function decodeNumeric(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code))
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  return String.fromCodePoint(code)
}

// The elements of HTML, with obsolete ones that are still in use. Only real tag names: `<<Beef>>` is decoration, and
// `<0,5 g` is an amount.
const blockElements =
  'address|article|aside|blockquote|body|br|button|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hgroup|hr|html|iframe|input|legend|li|main|menu|nav|noscript|ol|optgroup|option|p|pre|search|section|select|summary|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|ul'
const inlineElements =
  'a|abbr|acronym|applet|area|audio|b|base|bdi|bdo|big|canvas|caption|cite|code|col|colgroup|data|datalist|del|dfn|em|embed|font|i|img|ins|kbd|label|link|map|mark|marquee|math|meta|meter|nobr|object|output|param|picture|progress|q|rp|rt|ruby|s|samp|script|slot|small|source|span|strike|strong|style|sub|sup|svg|time|track|tt|u|var|video|wbr'
const attributes = '(?:[\\s/][^<>]{0,300})?'
const blockTags = new RegExp(`</?(?:${blockElements})${attributes}>`, 'gi')
const inlineTags = new RegExp(`</?(?:${inlineElements})${attributes}>`, 'gi')
/** Of a text that was cut inside a tag. */
const unclosedTag = new RegExp(`<(?:${blockElements}|${inlineElements})\\s[^<>=]{0,100}=[^<>]{0,300}$`, 'i')
const hiddenMarkup =
  /<(?:script|style)(?:\s[^<>]{0,300})?>.{0,1000}?<\/(?:script|style)\s{0,9}>|<!--.{0,1000}?-->|<!doctype[^<>]{0,300}>/gis

/** Block tags become a space; inline tags are removed, because they may be within a word. */
export function stripTags(text: string): string {
  return text
    .replace(hiddenMarkup, '')
    .replace(blockTags, ' ')
    .replace(inlineTags, '')
    .replace(unclosedTag, '')
}
