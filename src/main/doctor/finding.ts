export interface Finding {
  part: 'database' | 'catalog' | 'redis' | 'mail' | 'billing' | 'profile' | 'website'
  level: 'ok' | 'warning' | 'problem'
  /** What was found and, unless it is ok, what to do. */
  message: string
}

/** The findings of one part. */
export function findingsOf(part: Finding['part']) {
  const findingOf = (level: Finding['level']) => (message: string) => ({ part, level, message })
  return { ok: findingOf('ok'), warning: findingOf('warning'), problem: findingOf('problem') }
}
