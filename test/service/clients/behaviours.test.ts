// clients/behaviours.json: what @larder/client does when a server fails. The Python client has the same table (python.test.ts).
import { readFileSync } from 'node:fs'
import * as larder from '@larder/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyServer, startFaultyServer } from '../../../lab/faulty-server.ts'
import { bundle, withBrowserApps } from '../../support/browser-app.ts'
import { type Behaviours, differencesFromTable } from '../../support/client-behaviours.ts'

const behaviours: Behaviours = JSON.parse(readFileSync('clients/behaviours.json', 'utf8'))

const apps = withBrowserApps()
let server: FaultyServer
beforeAll(async () => {
  server = await startFaultyServer()
})
afterAll(() => server.close())

it('has cases with a result or an error, each under its own name', () => {
  const names = [...behaviours.cases, ...behaviours.creation].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(behaviours.cases.filter(({ expected }) => 'result' in expected === 'error' in expected)).toEqual([])
})

it('does what the table says in Node.js', async () => {
  expect(await differencesFromTable(larder, behaviours, server.url)).toEqual([])
})

it('notices what differs from the table', async () => {
  const [first] = behaviours.cases
  const changed = { ...behaviours, cases: first ? [{ ...first, expected: { attempts: 2, result: [] } }] : [] }
  expect(await differencesFromTable(larder, changed, server.url)).toEqual([
    'an answer: attempts is 1 instead of 2',
    expect.stringContaining('an answer: result has 1 elements instead of 0'),
  ])
})

it('does what the table says in a browser', async () => {
  const page = await apps.open({
    html: '<!doctype html>',
    files: {
      '/larder.js': await bundle('packages/client/src/index.ts'),
      '/table.js': await bundle('test/support/client-behaviours.ts'),
    },
  })
  const differences = await page.evaluate(`(async () => {
    const larder = await import('/larder.js')
    const { differencesFromTable } = await import('/table.js')
    return differencesFromTable(larder, ${JSON.stringify(behaviours)}, '${server.url}')
  })()`)
  expect(differences).toEqual([])
})
