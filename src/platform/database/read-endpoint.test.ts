// When the primary answers for DATABASE_READ_URL. The pools here are functions; test/resilience/operations/replicas.test.ts
// covers real servers.
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type DatabasePool, DatabaseTimeout, DatabaseUnavailable } from './pool.ts'
import { createReadEndpoint } from './read-endpoint.ts'

const timeouts = { connectTimeoutMs: 300, queryTimeoutMs: 600 }

function setup() {
  const clock = { now: 1_000_000 }
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  onTestFinished(() => spy.mockRestore())
  const asked: string[] = []
  /** What the endpoint does with a statement, and how long it takes for it. */
  const endpoint: { error: Error | undefined; ms: number } = { error: undefined, ms: 1 }
  const poolOf = (name: string, answer: () => void) => {
    const query = async () => {
      asked.push(name)
      answer()
      return { rows: [{ name }] }
    }
    return { query, withDeadline: () => ({ query }) } as unknown as DatabasePool
  }
  const { reads, isSettled } = createReadEndpoint(timeouts)
  const read = reads(
    poolOf('endpoint', () => {
      clock.now += endpoint.ms
      if (endpoint.error !== undefined) throw endpoint.error
    }),
    poolOf('primary', () => undefined),
  )
  const ask = async (database: Pick<DatabasePool, 'query'> = read) =>
    (await database.query<{ name: string }>({ text: 'select' })).rows[0]?.name
  const fail = (error: Error | undefined, ms = 1) => Object.assign(endpoint, { error, ms })
  return { clock, asked, read, ask, fail, isSettled }
}

const lost = new DatabaseUnavailable(new Error('Connection terminated unexpectedly'))
const late = new DatabaseTimeout(new Error('Query read timeout'))
const withState = (code: string) => Object.assign(new pg.DatabaseError('error', 0, 'error'), { code })

it('reads from the endpoint', async () => {
  const { ask, asked } = setup()
  expect(await ask()).toBe('endpoint')
  expect(asked).toEqual(['endpoint'])
})

it.each([
  ['a lost connection', lost],
  ['a statement cancelled by the replay of WAL', new DatabaseUnavailable(withState('40001'))],
  ['a cancelled statement', new DatabaseTimeout(withState('57014'))],
  ['a lock that the replay holds', new DatabaseTimeout(withState('55P03'))],
  ['a replica that has not replayed a migration', withState('42703')],
])('answers from the primary after %s', async (_, error) => {
  const { ask, fail, asked } = setup()
  await ask()
  fail(error)
  expect(await ask()).toBe('primary')
  // It has answered shortly before, so it is asked again.
  expect(await ask()).toBe('primary')
  expect(asked).toEqual(['endpoint', 'endpoint', 'primary', 'endpoint', 'primary'])
})

it('reads the other statements of a response from the primary, too', async () => {
  const { ask, fail, read } = setup()
  const response = read.withDeadline()
  expect(await ask(response)).toBe('endpoint')
  fail(withState('42P01'))
  expect(await ask(response)).toBe('primary')
  fail(undefined)
  expect(await ask(response)).toBe('primary')
  expect(await ask()).toBe('endpoint')
})

it('leaves an endpoint alone for a second that has not answered for as long as a connection may take', async () => {
  const { ask, fail, asked, clock } = setup()
  fail(late, 600)
  expect(await ask()).toBe('primary')
  expect(await Promise.all([ask(), ask()])).toEqual(['primary', 'primary'])
  clock.now += 1_000
  // One request tries it.
  const trying = ask()
  expect(await ask()).toBe('primary')
  expect(await trying).toBe('primary')
  fail(undefined)
  clock.now += 1_000
  expect(await ask()).toBe('endpoint')
  expect(await ask()).toBe('endpoint')
  expect(asked.filter(name => name === 'endpoint')).toHaveLength(4)
})

it('does not repeat a statement that takes too long on an endpoint that answers others', async () => {
  const { ask, fail, asked } = setup()
  await ask()
  fail(late, 200)
  await expect(ask()).rejects.toBe(late)
  expect(asked).toEqual(['endpoint', 'endpoint'])
})

it('does not repeat what fails everywhere, or what has no time left', async () => {
  const { ask, fail, asked } = setup()
  const bug = new TypeError('a bug')
  fail(bug)
  await expect(ask()).rejects.toBe(bug)
  fail(late, 890)
  await expect(ask()).rejects.toBe(late)
  expect(asked).toEqual(['endpoint', 'endpoint'])
})

it('is settled ten seconds after a new version, and after the endpoint was left alone', async () => {
  const { ask, fail, clock, isSettled } = setup()
  expect(isSettled('first')).toBe(false)
  clock.now += 10_000
  expect(isSettled('first')).toBe(true)
  expect(isSettled('second')).toBe(false)
  clock.now += 10_000
  expect(isSettled('second')).toBe(true)
  fail(lost)
  await ask()
  expect(isSettled('second')).toBe(true)
  fail(undefined)
  clock.now += 1_000
  await ask()
  expect(isSettled('second')).toBe(false)
  clock.now += 10_000
  expect(isSettled('second')).toBe(true)
})
