const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function Timestamp({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{long.format(at)} UTC</time>
}

export function Day({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{formatDay(at)}</time>
}

const dayMs = 86_400_000
const maxFormattedDays = 10_000
/** By day since 1970: formatting one takes as long as rendering ten elements. */
const formattedDays = new Map<number, string>()

function formatDay(at: Date): string {
  const day = Math.floor(at.getTime() / dayMs)
  const known = formattedDays.get(day)
  if (known !== undefined) return known
  if (formattedDays.size >= maxFormattedDays) formattedDays.clear()
  const text = short.format(at)
  formattedDays.set(day, text)
  return text
}
