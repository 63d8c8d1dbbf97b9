/** A response whose body has been read. */
export interface Reply {
  status: number
  statusText: string
  headers: Headers
  text: string
}

/** Seconds, from either form of Retry-After: a number or a date. */
export function retryAfterOf({ headers }: Reply): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
