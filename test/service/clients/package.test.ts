// @larder/client as it is published: what resolvers and type checkers make of it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyServer, startFaultyServer } from '../../../lab/faulty-server.ts'
import { type ClientApp, createClientApp, programs } from '../../support/packed-client.ts'

const run = promisify(execFile)
let app: ClientApp
let server: FaultyServer
beforeAll(async () => {
  app = await createClientApp()
  server = await startFaultyServer()
})
afterAll(async () => {
  app.remove()
  await server.close()
})

it.each(Object.keys(programs))('does what the table says in Node.js, from %s', async program => {
  const { stdout } = await run('node', [program, server.url], { cwd: app.folder })
  expect(JSON.parse(stdout)).toEqual([])
})

it('has entries that publint finds no fault with', async () => {
  const { messages } = await publint({ pkgDir: app.packageFolder, strict: true, pack: false })
  expect(messages).toEqual([])
})

it('has types that every module resolution of TypeScript finds', async () => {
  const { stdout } = await run('node_modules/.bin/attw', [app.tarball, '--format', 'json'])
  const { analysis, problems } = JSON.parse(stdout)
  expect(Object.keys(analysis.entrypoints)).toEqual(['.', './package.json'])
  expect(problems ?? {}).toEqual({})
})
