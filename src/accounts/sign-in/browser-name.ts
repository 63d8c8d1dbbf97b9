// Most specific first: Edge's User-Agent also contains Chrome, and Chrome's also contains Safari.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const

/** A readable name for a User-Agent in any language, such as `Firefox · Windows`; empty without a User-Agent. */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1]
  const system = systems.find(name => userAgent.includes(name))
  if (browser === undefined) return userAgent.slice(0, 60)
  return system === undefined ? browser : `${browser} · ${system}`
}
