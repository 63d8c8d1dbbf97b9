// Every text that the element shows or announces.
import { LarderError } from '@larder/client'

export interface SearchMessages {
  /** The accessible name when neither `label` nor a <label> gives one. */
  label: string
  searching: string
  found(count: number): string
  nothingFound(query: string): string
  energy(kcal: string): string
  energyUnknown: string
  rateLimited(wait: string): string
  seconds(count: number): string
  minutes(count: number): string
  /** 401 and 403: the key, or the address, is wrong. */
  notAllowed: string
  unavailable: string
  offline: string
  apiUrlMissing: string
  /** Before the link to Open Food Facts. */
  credit: string
}

export const englishMessages: SearchMessages = {
  label: 'Search foods',
  searching: 'Searching…',
  found: count => (count === 1 ? '1 food found' : `${count} foods found`),
  nothingFound: query => `No food found for “${query}”`,
  energy: kcal => `${kcal} kcal per 100 g`,
  energyUnknown: 'energy unknown',
  rateLimited: wait => `Too many searches. Please wait ${wait}.`,
  seconds: count => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: count => (count === 1 ? '1 minute' : `${count} minutes`),
  notAllowed: 'The food search does not accept this API key or address.',
  unavailable: 'The food search is temporarily unavailable. Press Enter to try again.',
  offline: 'The food search cannot be reached. Check your connection and press Enter to try again.',
  apiUrlMissing: 'The food search is not set up: the attribute api-url is missing or not a URL.',
  credit: 'Data:',
}

export function energyText(
  kcal: number | null | undefined,
  messages: SearchMessages,
  locale: string | undefined,
): string {
  // Fields may be absent, which means the same as null.
  if (kcal === null || kcal === undefined) return messages.energyUnknown
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: kcal < 10 ? 1 : 0 })
  return messages.energy(format.format(kcal))
}

export function errorText(error: unknown, messages: SearchMessages): string {
  // Otherwise the client could not be created.
  const status = error instanceof LarderError ? error.status : 401
  if (status === 0) return messages.offline
  return status === 401 || status === 403 ? messages.notAllowed : messages.unavailable
}

export function rateLimitText(seconds: number, messages: SearchMessages): string {
  const wait = seconds < 100 ? messages.seconds(seconds) : messages.minutes(Math.ceil(seconds / 60))
  return messages.rateLimited(wait)
}
