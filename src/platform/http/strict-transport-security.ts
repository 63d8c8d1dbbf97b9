const oneYearInSeconds = 31_536_000

/** Makes browsers use HTTPS only. Empty where the public URL is http, as in development. */
export function strictTransportSecurity(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https://')) return {}
  return { 'strict-transport-security': `max-age=${oneYearInSeconds}; includeSubDomains` }
}
