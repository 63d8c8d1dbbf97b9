import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createPageSemaphore, type Turn } from './page-semaphore.ts'

/** Records who runs; `endNext` ends the oldest page. */
function pagesOf(maxRunning: number, rest = 0) {
  const semaphore = createPageSemaphore({ maxRunning, rest })
  const log: string[] = []
  const running: (() => void)[] = []
  return {
    semaphore,
    log,
    async enter(name: string, client = new EventEmitter()): Promise<Turn> {
      const turn = await semaphore.enter(name.charAt(0), client)
      log.push('end' in turn ? name : `${name} rejected by ${turn.rejectedBy}`)
      if ('end' in turn) running.push(turn.end)
      return turn
    },
    async endNext() {
      running.shift()?.()
      await wait(10)
    },
  }
}

it('runs few pages at a time, in the order in which they came', async () => {
  const pages = pagesOf(2)
  for (const name of ['a1', 'a2', 'b1', 'a3']) void pages.enter(name)
  await wait(10)
  expect(pages.log).toEqual(['a1', 'a2'])
  await pages.endNext()
  expect(pages.log).toEqual(['a1', 'a2', 'b1'])
  await pages.endNext()
  expect(pages.log).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('rejects pages beyond the queue of an address or of the process', async () => {
  const pages = pagesOf(1)
  for (let n = 0; n <= 31; n++) void pages.enter(`a${n}`)
  for (const address of 'bcdefg') for (let n = 0; n < 30; n++) void pages.enter(`${address}${n}`)
  await wait(10)
  expect(pages.log.filter(line => line.includes('address'))).toEqual(['a31 rejected by address'])
  expect(pages.log.filter(line => line.includes('process'))).toHaveLength(10)
})

it('rejects a page that waits too long', async () => {
  vi.useFakeTimers()
  const pages = pagesOf(1)
  await pages.enter('a1')
  const waiting = pages.enter('b1')
  await vi.advanceTimersByTimeAsync(3_000)
  await waiting
  vi.useRealTimers()
  expect(pages.log).toEqual(['a1', 'b1 rejected by process'])
})

it('frees the place of a client that disconnects', async () => {
  const pages = pagesOf(1)
  await pages.enter('a1')
  const client = new EventEmitter()
  const waiting = pages.enter('b1', client)
  client.emit('close')
  await waiting
  void pages.enter('c1')
  await pages.endNext()
  expect(pages.log).toEqual(['a1', 'b1 rejected by process', 'c1'])
  expect(client.listenerCount('close')).toBe(0)
})

it('counts the end of a page once', async () => {
  const pages = pagesOf(1)
  const turn = await pages.enter('a1')
  for (const name of ['b1', 'c1']) void pages.enter(name)
  if ('end' in turn) {
    turn.end()
    turn.end()
  }
  await wait(10)
  expect(pages.log).toEqual(['a1', 'b1'])
})

it('lets patient work wait for its turn, and ends it when it fails', async () => {
  const pages = pagesOf(1)
  await pages.enter('a1')
  const failing = pages.semaphore.run(async () => {
    throw new Error('no foods')
  })
  void pages.endNext()
  await expect(failing).rejects.toThrow('no foods')
  await pages.enter('c1')
  expect(pages.log).toEqual(['a1', 'c1'])
})

it('rests after a page in proportion to it, and for half a second at most', async () => {
  vi.useFakeTimers()
  const pages = pagesOf(1, 3)
  await pages.enter('a1')
  for (const name of ['b1', 'c1']) void pages.enter(name)
  await vi.advanceTimersByTimeAsync(10)
  void pages.endNext()
  await vi.advanceTimersByTimeAsync(29)
  expect(pages.log).toEqual(['a1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(pages.log).toEqual(['a1', 'b1'])
  await vi.advanceTimersByTimeAsync(1_000)
  void pages.endNext()
  await vi.advanceTimersByTimeAsync(500)
  vi.useRealTimers()
  expect(pages.log).toEqual(['a1', 'b1', 'c1'])
})
