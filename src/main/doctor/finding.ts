export interface Finding {
  part:
    | 'database'
    | 'replica'
    | 'redis'
    | 'mail'
    | 'sign-in'
    | 'billing'
    | 'disk'
    | 'profile'
    | 'website'
    | 'photos'
    | 'moderation'
  level: 'ok' | 'warning' | 'problem'
  /** What was found and, unless it is ok, what to do. */
  message: string
}

type Check = (message: string) => Finding

/** The findings of one part. */
export function findingsOf(part: Finding['part']): Record<Finding['level'], Check> {
  return {
    ok: message => ({ part, level: 'ok', message }),
    warning: message => ({ part, level: 'warning', message }),
    problem: message => ({ part, level: 'problem', message }),
  }
}
