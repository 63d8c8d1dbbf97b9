import pg from 'pg'

const uniqueViolation = '23505'

/** Two wanted the same at once, and the other was first. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  )
}
