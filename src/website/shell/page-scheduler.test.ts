import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createPageScheduler, type PageSchedulerOptions, type Turn } from './page-scheduler.ts'

const options: PageSchedulerOptions = {
  maxRunning: 2,
  maxRunningPerAddress: 1,
  maxWaiting: 4,
  maxWaitingPerAddress: 2,
  maxWaitMs: 60_000,
  maxLoopShare: 1,
}

/** Records who runs; `end` ends the oldest page of an address. */
function schedule(overrides: Partial<PageSchedulerOptions> = {}, clock?: { now(): number; busy(): number }) {
  const scheduler = createPageScheduler({ ...options, ...overrides }, clock)
  const log: string[] = []
  const running: { name: string; end: () => void }[] = []
  return {
    scheduler,
    log,
    async enter(name: string, client = new EventEmitter()): Promise<Turn> {
      const turn = await scheduler.enter(name.charAt(0), client)
      log.push('end' in turn ? name : `${name} rejected by ${turn.rejectedBy}`)
      if ('end' in turn) running.push({ name, end: turn.end })
      return turn
    },
    async endNext() {
      running.shift()?.end()
      await settle()
    },
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

describe('page scheduler', () => {
  it('runs few pages at a time, and fewer of one address', async () => {
    const pages = schedule()
    for (const name of ['a1', 'a2', 'b1', 'c1']) void pages.enter(name)
    await settle()
    expect(pages.log).toEqual(['a1', 'b1'])
    await pages.endNext()
    expect(pages.log).toEqual(['a1', 'b1', 'a2'])
    await pages.endNext()
    expect(pages.log).toEqual(['a1', 'b1', 'a2', 'c1'])
  })

  it('gives addresses their turns one after the other', async () => {
    const pages = schedule({ maxRunning: 1, maxWaiting: 10, maxWaitingPerAddress: 10 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) void pages.enter(name)
    await settle()
    for (let n = 0; n < 5; n++) await pages.endNext()
    expect(pages.log).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  it('rejects pages beyond the queue of an address or of the process', async () => {
    const pages = schedule({ maxRunning: 1 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1']) void pages.enter(name)
    await settle()
    expect(pages.log).toEqual(['a1', 'a4 rejected by address', 'd1 rejected by process'])
  })

  it('rejects a page that waits too long', async () => {
    const pages = schedule({ maxRunning: 1, maxWaitMs: 5 })
    await pages.enter('a1')
    await pages.enter('b1')
    expect(pages.log).toEqual(['a1', 'b1 rejected by process'])
  })

  it('frees the place of a client that disconnects', async () => {
    const pages = schedule({ maxRunning: 1 })
    await pages.enter('a1')
    const client = new EventEmitter()
    const waiting = pages.enter('b1', client)
    await settle()
    client.emit('close')
    await waiting
    void pages.enter('c1')
    await pages.endNext()
    expect(pages.log).toEqual(['a1', 'b1 rejected by process', 'c1'])
    expect(client.listenerCount('close')).toBe(0)
  })

  it('counts the end of a page once', async () => {
    const pages = schedule({ maxRunning: 1 })
    const turn = await pages.enter('a1')
    for (const name of ['b1', 'c1']) void pages.enter(name)
    if ('end' in turn) {
      turn.end()
      turn.end()
    }
    await settle()
    expect(pages.log).toEqual(['a1', 'b1'])
  })

  it('lets patient work wait for its turn, and ends it when it fails', async () => {
    const pages = schedule({ maxRunning: 1, maxWaiting: 0, maxWaitMs: 1 })
    await pages.enter('a1')
    const failing = pages.scheduler.run('b', async () => {
      throw new Error('no foods')
    })
    await wait(20)
    void pages.endNext()
    await expect(failing).rejects.toThrow('no foods')
    await settle()
    await pages.enter('c1')
    expect(pages.log).toEqual(['a1', 'c1'])
  })

  it('pauses after a page until others have had their share of the event loop', async () => {
    let now = 0
    const pages = schedule({ maxLoopShare: 0.25 }, { now: () => now, busy: () => now })
    const turn = await pages.enter('a1')
    now = 10
    if ('end' in turn) turn.end()
    void pages.enter('b1')
    await settle()
    expect(pages.log).toEqual(['a1'])
    now = 39
    await wait(60)
    expect(pages.log).toEqual(['a1'])
    now = 40
    await vi.waitFor(() => expect(pages.log).toEqual(['a1', 'b1']))
  })

  it('pauses for half a second at most, however slow the page was', async () => {
    let now = 0
    const pages = schedule({ maxLoopShare: 0.25, maxWaitMs: 3_000 }, { now: () => now, busy: () => now })
    const turn = await pages.enter('a1')
    now = 5_000
    if ('end' in turn) turn.end()
    now = 5_500
    await pages.enter('b1')
    expect(pages.log).toEqual(['a1', 'b1'])
  })

  it('does not pause for time that the event loop was idle', async () => {
    let now = 0
    const pages = schedule({ maxLoopShare: 0.25 }, { now: () => now, busy: () => 0 })
    const turn = await pages.enter('a1')
    now = 500
    if ('end' in turn) turn.end()
    await pages.enter('b1')
    expect(pages.log).toEqual(['a1', 'b1'])
  })
})
