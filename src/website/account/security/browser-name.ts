// The more particular first: Edge calls itself Chrome too, and Chrome Safari.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const

/** What a User-Agent is called by people: `Firefox on Windows`. */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1]
  const system = systems.find(sign => userAgent.includes(sign))
  if (browser === undefined) return userAgent.slice(0, 60) || 'An unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
