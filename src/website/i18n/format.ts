// Numbers, dates and plurals as each language writes them.
import { byLocale, type Locale, languageOf } from './locales.ts'

export interface Format {
  /** At most this many decimals; none unless stated. */
  number: (value: number, maxDecimals?: number) => string
  /** A share from 0 to 1. */
  percent: (share: number, maxDecimals?: number) => string
  /** 15 Nov 2026, in UTC. */
  date: (date: Date) => string
  /** 15 Nov, in UTC. */
  dayAndMonth: (date: Date) => string
  /** 14:05, in UTC. */
  time: (date: Date) => string
  /** With the time in UTC. */
  dateTime: (date: Date) => string
  /** `one`, `few` and so on. */
  pluralForm: (count: number) => Intl.LDMLPluralRule
  /** “a, b and c” */
  list: (items: string[]) => string
  /** “German” */
  language: (tag: string) => string
  /** Between a name and its value, with the spaces around it. */
  colon: string
}

function createFormat(locale: Locale): Format {
  const { tag, dateTag = tag, colon = ': ' } = languageOf(locale)
  const decimals = new Map<number, Intl.NumberFormat>()
  const numberFormat = (maximumFractionDigits: number) => {
    const known = decimals.get(maximumFractionDigits)
    if (known) return known
    // Spanish and Polish would leave four digits ungrouped, next to five grouped ones in the same column.
    const made = new Intl.NumberFormat(tag, { maximumFractionDigits, useGrouping: 'always' })
    decimals.set(maximumFractionDigits, made)
    return made
  }
  const percents = new Map<number, Intl.NumberFormat>()
  const percentFormat = (maximumFractionDigits: number) => {
    const known = percents.get(maximumFractionDigits)
    if (known) return known
    const made = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits })
    percents.set(maximumFractionDigits, made)
    return made
  }
  const dates = new Intl.DateTimeFormat(dateTag, { dateStyle: 'medium', timeZone: 'UTC' })
  const days = new Intl.DateTimeFormat(dateTag, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(dateTag, { timeStyle: 'short', timeZone: 'UTC' })
  const dateTimes = new Intl.DateTimeFormat(dateTag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const plurals = new Intl.PluralRules(tag)
  const lists = new Intl.ListFormat(tag)
  const languages = new Intl.DisplayNames([tag], { type: 'language' })
  const number = (value: number, maxDecimals = 0) => numberFormat(maxDecimals).format(value)
  return {
    number,
    percent: (share, maxDecimals = 0) => percentFormat(maxDecimals).format(share),
    date: date => dates.format(date),
    dayAndMonth: date => days.format(date),
    time: date => times.format(date),
    dateTime: date => `${dateTimes.format(date)} UTC`,
    pluralForm: count => plurals.select(count),
    list: items => lists.format(items),
    language: tag => languages.of(tag) ?? tag,
    colon,
  }
}

export const formats: Record<Locale, Format> = byLocale(createFormat)
