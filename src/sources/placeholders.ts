// Words that stand where a value is missing: those of 900,000 real records (`produit inconnu` 63 times as a
// name, `unknown` 181 times as a brand, `null` 1,178 times as a category) and their nearest relatives.

const nothing = ['undefined', 'null', 'none', 'unknown', 'unspecified', 'inconnu', 'unbekannt', 'desconocido']
const noName = new Set([
  ...nothing,
  ...['test', 'tests', 'dev test', 'pet test', 'test product', 'produit test', 'asdf', 'qwerty', 'azerty'],
  ...['name', 'no name', 'sans nom', 'product name', 'unknown product', 'produit inconnu', 'empty product'],
])
// Not `no name`, which is a brand in Canada.
const noValue = new Set([
  ...nothing,
  ...['en null', 'en undefined', 'nan', 'test', 'no brand', 'sans marque', 'sin marca', 'ohne marke'],
  ...['no indica', 'non indiqué', 'non indiquée', 'non communiqué', 'non communiquée'],
])
const longest = 20

// xxx, aaa, qqq: three or more of one letter of the keyboard, but not mmm or zzz, which people say.
const oneKey = /^([abcdefghijklnopqrstuvwxy])\1{2,}$/

// Not `N.A!`, which is a brand of fruit snacks.
const notApplicable = /^n(?:\/a|\.a\.?)$/i

export const isNumber = (name: string) => /^\d+$/.test(name)

const amountAlone = /^\d+(?:[.,]\d+)? ?(?:m?g|kg|[mcd]?l|oz|lb)$/i

/** A name needs a letter: `180`, `???`, `★★★`, `🍓` and `100 %` are none, nor is `454 g`. */
export function isUsableName(name: string): boolean {
  if (!/\p{L}/u.test(name) || amountAlone.test(name)) return false
  if (name.length > longest) return true
  const words = wordsOf(name)
  return !noName.has(words) && !oneKey.test(words) && !notApplicable.test(name)
}

export function isPlaceholder(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true
  if (text.length > longest) return false
  // NAN is also a brand of baby milk; pandas writes nan or NaN.
  return (noValue.has(wordsOf(text)) && text !== 'NAN') || notApplicable.test(text)
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
}
