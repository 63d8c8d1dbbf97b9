import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createLoadShedder } from './load-shedding.ts'

function createLoad(maxConcurrent: number) {
  const shed: string[] = []
  let route = ''
  const shedder = createLoadShedder(maxConcurrent, () => shed.push(route))
  const enter = (url?: string) => {
    route = url ?? 'unknown'
    const raw = new EventEmitter()
    const request = { route: { url }, workState: 'none' } as FastifyRequest
    shedder.enter(request, { raw } as unknown as FastifyReply)
    return { request, close: () => raw.emit('close') }
  }
  return { shed, shedder, enter }
}

it('rejects requests beyond the limit of their endpoint, and reports them', () => {
  const { enter, shed } = createLoad(2)
  enter('/search')
  enter('/search')
  expect(() => enter('/search')).toThrow(expect.objectContaining({ status: 503 }))
  enter('/food/:id')
  expect(shed).toEqual(['/search'])
})

it('counts requests without a route together', () => {
  const { enter } = createLoad(1)
  enter()
  expect(() => enter()).toThrow()
})

it('admits another request once a connection is closed, and only one', () => {
  const { enter } = createLoad(1)
  const first = enter('/search')
  first.close()
  first.close()
  enter('/search')
  expect(() => enter('/search')).toThrow()
})

it('does not count a request while it waits', async () => {
  const { shedder, enter } = createLoad(1)
  const first = enter('/search')
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = shedder.whileWaiting(first.request, promise)
  const second = enter('/search')
  second.close()
  resolve()
  await waiting
  expect(() => enter('/search')).toThrow()
})

it('does not count a request that was closed while it waited', async () => {
  const { shedder, enter } = createLoad(1)
  const first = enter('/search')
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = shedder.whileWaiting(first.request, promise)
  first.close()
  resolve()
  await waiting
  enter('/search')
  expect(() => enter('/search')).toThrow()
})
