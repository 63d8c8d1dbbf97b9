const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function Timestamp({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{long.format(at)} UTC</time>
}

export function Day({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{short.format(at)}</time>
}
