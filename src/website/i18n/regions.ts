// The nutrition label and the daily values that a reader knows, by law: the EU, the UK or the US.

export const regions = ['us', 'eu', 'uk'] as const
export type Region = (typeof regions)[number]

export const isRegion = (value: unknown): value is Region => regions.some(region => region === value)

/** The European Economic Area and Switzerland, whose labels follow Regulation (EU) 1169/2011. */
const europe = new Set(
  'at be bg ch cy cz de dk ee es fi fr gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk'.split(' '),
)
const britain = new Set('gb gg gi im je'.split(' '))
/** If the browser states no country. */
const europeanLanguages = new Set(
  'bg cs da de el et fi fr ga hr hu is it lt lv mt nb nl no pl ro sk sl sv'.split(' '),
)

/** By the first language of Accept-Language: `en-IE` is the EU. The US if it says nothing. */
export function regionOfLanguages(header: string | undefined): Region {
  const [, language = '', country = ''] =
    /^\s*([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?=\s*(?:[,;-]|$))/.exec((header ?? '').toLowerCase()) ??
    []
  if (britain.has(country)) return 'uk'
  return europe.has(country) || (country === '' && europeanLanguages.has(language)) ? 'eu' : 'us'
}
