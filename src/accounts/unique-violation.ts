import pg from 'pg'

const uniqueViolation = '23505'

/** Whether a concurrent transaction inserted the same value first. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  )
}
