// The name of a household portion in the language of the reader, in the form that an amount takes.
import { formatAmount } from '../food/label-numbers.ts'
import { byLocale, type Locale } from '../i18n/locales.ts'
import type { PortionPhrase } from './portion-phrase.ts'
import {
  englishNoun,
  knownNoun,
  modifiers,
  type Noun,
  nouns,
  type OtherLocale,
  otherLocales,
  pluralOf,
  readNoun,
  singularOf,
  sizes,
} from './portion-words.ts'

/** The name after an amount, by the plural form that the amount takes. */
export type PortionName = { one: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** In English, the words of the source; `text` is what follows the amount. */
export function englishName(text: string): PortionName {
  const [, stated = text, rest = ''] = /^([^,(]*[^,( ])(.*)$/s.exec(text) ?? []
  const head = stated === stated.toUpperCase() ? stated.toLowerCase() : stated
  const lastWord = head.toLowerCase().split(' ').at(-1) ?? ''
  const noun = knownNoun(lastWord)
  if (noun === undefined) return { one: text }
  const isWord = englishNoun(lastWord) !== undefined && !/^(?:tb|tsp|pcs?)/.test(lastWord)
  const one = isWord ? singularOf(head) : head.includes(' ') ? head : noun
  return { one: one + rest, other: pluralOf(one) + rest }
}

export function phraseName(phrase: PortionPhrase, locale: OtherLocale): PortionName {
  const { gender, forms } = nouns.get(phrase.noun)?.[locale] ?? readNoun(`n ${phrase.noun}`)
  const [one, few, many, fraction] = forms
  const name = (noun: string, form: SizeForm) => {
    const sized = phrase.size === undefined ? noun : withSize(phrase.size, noun, gender, form, locale)
    return inFull(sized, phrase, locale)
  }
  if (locale !== 'pl') return { one: name(one, 'one'), other: name(few, 'few') }
  return {
    one: name(one, 'one'),
    few: name(few, 'few'),
    many: name(many, 'many'),
    other: name(fraction, 'fraction'),
  }
}

type SizeForm = 'one' | 'few' | 'many' | 'fraction'

function withSize(
  size: string,
  noun: string,
  gender: Noun['gender'],
  form: SizeForm,
  locale: OtherLocale,
): string {
  const words = sizes.get(size)
  if (!words) return noun
  const forms = words[locale]
  const adjective = adjectiveOf(forms, gender, form, locale)
  return words.before.includes(locale) ? `${adjective} ${noun}` : `${noun} ${adjective}`
}

function adjectiveOf(
  forms: readonly string[],
  gender: Noun['gender'],
  form: SizeForm,
  locale: OtherLocale,
): string {
  const [masculine = '', feminine = masculine] = forms
  const isRomance = locale === 'fr' || locale === 'es' || locale === 'it'
  if (isRomance) {
    const index = (gender === 'f' ? 1 : 0) + (form === 'one' ? 0 : 2)
    return forms[index] ?? masculine
  }
  if (form === 'one') return gender === 'm' ? masculine : gender === 'f' ? feminine : (forms[2] ?? masculine)
  if (form === 'fraction') return genitiveOf(masculine, gender)
  return forms[form === 'many' ? 4 : 3] ?? masculine
}

/** Polish: mały, małego, małej. */
function genitiveOf(masculine: string, gender: Noun['gender']): string {
  const ending = gender === 'f' ? 'ej' : 'ego'
  if (masculine.endsWith('y')) return masculine.slice(0, -1) + ending
  return /(?:ni|ki)$/.test(masculine) && masculine !== 'mini' ? masculine + ending : masculine
}

function inFull(noun: string, { content, modifiers: stated }: PortionPhrase, locale: OtherLocale): string {
  const inside = content && contentText(content, locale)
  // A cup of 240 ml is one in every country.
  const text = inside === undefined ? noun : `${noun.replace(/ \([^()]*\)$/, '')} (${inside})`
  const index = otherLocales.indexOf(locale)
  return [text, ...stated.map(modifier => modifiers.get(modifier)?.[index] ?? '')].join(', ')
}

function contentText(content: NonNullable<PortionPhrase['content']>, locale: OtherLocale): string {
  const amount = formatAmount(content.value, locale)
  if ('unit' in content) return `${amount} ${content.unit}`
  const forms = nouns.get(content.noun)?.[locale].forms ?? []
  const rule = plurals[locale].select(content.value)
  return `${amount} ${(rule === 'one' ? forms[0] : rule === 'many' ? forms[2] : forms[1]) ?? ''}`
}

const plurals = byLocale(locale => new Intl.PluralRules(locale))

export function nameFor(name: PortionName, amount: number, locale: Locale): string {
  // Half a slice: only Polish has a form for it.
  const rule = amount < 1 && locale !== 'pl' ? 'one' : plurals[locale].select(amount)
  return name[rule] ?? name.other ?? name.one
}
