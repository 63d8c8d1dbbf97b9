import { expect, it } from 'vitest'
import { type Route, readMethods } from './api-request.ts'
import { createRouter } from './router.ts'

const routes = [
  '/search',
  '/food/:food_id',
  '/food/:food_id/details',
  '/foods/batch',
  '/auth/keys/:key_id',
].map((url): Route => ({ url, kind: 'data', allow: readMethods, operations: [] }))
const router = createRouter(routes)
const find = (path: string) => router(path, 'GET')

it.each<[string, string, Record<string, string>]>([
  ['/search', '/search', {}],
  ['/food/17', '/food/:food_id', { food_id: '17' }],
  ['/food/batch', '/food/:food_id', { food_id: 'batch' }],
  ['/food/caf%C3%A9%2525', '/food/:food_id', { food_id: 'café%25' }],
  ['/food/17/details', '/food/:food_id/details', { food_id: '17' }],
  ['/foods/batch', '/foods/batch', {}],
  ['/auth/keys/5', '/auth/keys/:key_id', { key_id: '5' }],
])('finds the route of %s', (path, url, parameters) => {
  expect(find(path)).toMatchObject({ route: { url }, parameters })
})

it.each([
  '/',
  '',
  '/Search',
  '/search/',
  '//search',
  '/food/',
  '/food//details',
  '/food/:food_id/x',
  '/authors',
])('has no route for %j', path => {
  expect(find(path).route.kind).toBe('unknown-path')
})

it.each(['/auth', '/auth/', '/auth/keys/', '/auth/nothing/at/all', '/billing'])(
  'knows that %s would be a path of an account',
  path => {
    expect(find(path).route.kind).toBe('unknown-account-path')
  },
)

it('has documents for reading only', () => {
  const document: Route = { url: '/docs', kind: 'document', allow: readMethods, operations: [] }
  const kinds = ['GET', 'HEAD', 'POST'].map(method => createRouter([document])('/docs', method).route.kind)
  expect(kinds).toEqual(['document', 'document', 'unknown-path'])
})
