import { expect, it } from 'vitest'
import { createLoadShedder } from './load-shedding.ts'

function createLoad(maxConcurrent: number) {
  let shedCount = 0
  const shedder = createLoadShedder(maxConcurrent, () => shedCount++)
  const enter = (url: string) => {
    const request = { route: { url }, isRunning: false }
    shedder.enter(request)
    return request
  }
  return { shedder, enter, shed: () => shedCount }
}

it('rejects requests beyond the limit of their route, and reports them', () => {
  const { enter, shed } = createLoad(2)
  enter('/search')
  enter('/search')
  expect(() => enter('/search')).toThrow(expect.objectContaining({ status: 503 }))
  enter('/food/:id')
  expect(shed()).toBe(1)
})

it('admits another request once one is answered, and only one', () => {
  const { shedder, enter } = createLoad(1)
  const first = enter('/search')
  shedder.leave(first)
  shedder.leave(first)
  enter('/search')
  expect(() => enter('/search')).toThrow()
})

it('does not count a request that was rejected', () => {
  const { shedder, enter } = createLoad(1)
  const rejected = { route: { url: '/search' }, isRunning: false }
  const first = enter('/search')
  expect(() => shedder.enter(rejected)).toThrow()
  shedder.leave(rejected)
  expect(() => enter('/search')).toThrow()
  shedder.leave(first)
  enter('/search')
})

it('does not count a request while it waits', async () => {
  const { shedder, enter } = createLoad(1)
  const first = enter('/search')
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = shedder.whileWaiting(first, promise)
  shedder.leave(enter('/search'))
  resolve()
  await waiting
  expect(() => enter('/search')).toThrow()
})

it('does not count a request whose client disconnected while it waited', async () => {
  const { shedder, enter } = createLoad(1)
  const first = enter('/search')
  await expect(shedder.whileWaiting(first, Promise.reject(new Error('disconnected')))).rejects.toThrow()
  shedder.leave(first)
  enter('/search')
  expect(() => enter('/search')).toThrow()
})
