// clients/behaviours.json with @larder/client in Bun, in Cloudflare's workerd, and as Metro bundles it for React Native.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyServer, startFaultyServer } from '../../lab/faulty-server.ts'
import { bundle } from '../support/browser-app.ts'
import { type ClientApp, createClientApp, programs } from '../support/packed-client.ts'

const run = promisify(execFile)
const runtimes = 'test/nightly/runtimes'
const binary = (name: string) => join(process.cwd(), runtimes, 'node_modules', name)

let app: ClientApp
let server: FaultyServer
beforeAll(async () => {
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: runtimes })
  app = await createClientApp()
  server = await startFaultyServer()
}, 600_000)
afterAll(async () => {
  app.remove()
  await server.close()
})

it.each(Object.keys(programs))('does what the table says in Bun, from %s', async program => {
  const { stdout } = await run(binary('@oven/bun-linux-x64/bin/bun'), [program, server.url], {
    cwd: app.folder,
  })
  expect(JSON.parse(stdout)).toEqual([])
})

it('does what the table says in workerd', async () => {
  // `workerd test` fails if a test throws.
  const worker = `import * as larder from '@larder/client'
import { differencesFromTable } from './table.mjs'
import behaviours from './behaviours.json'
export default {
  async test() {
    const differences = await differencesFromTable(larder, behaviours, '${server.url}')
    if (differences.length > 0) throw new Error(differences.join('\\n'))
    console.log('no differences')
  },
}
`
  writeFileSync(join(app.folder, 'worker.mjs'), worker)
  writeFileSync(join(app.folder, 'worker.js'), await bundle(join(app.folder, 'worker.mjs')))
  writeFileSync(
    join(app.folder, 'workerd.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
    )),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
);
`,
  )
  const { stdout, stderr } = await run(
    binary('@cloudflare/workerd-linux-64/bin/workerd'),
    ['test', 'workerd.capnp'],
    { cwd: app.folder },
  )
  expect(`${stdout}${stderr}`).toContain('no differences')
})

// Older versions of React Native read `main`.
it.each([
  [true, 'dist/index.js'],
  [false, 'dist/cjs/index.js'],
])('does what the table says as Metro bundles it, with exports: %s', async (readsExports, file) => {
  const metro = createRequire(join(process.cwd(), runtimes, 'package.json'))('metro')
  writeFileSync(
    join(app.folder, 'index.js'),
    `import * as larder from '@larder/client'
import behaviours from './behaviours.json'
import { differencesFromTable } from './table.mjs'
globalThis.differences = url => differencesFromTable(larder, behaviours, url)
`,
  )
  const resolved: string[] = []
  const config = metro.mergeConfig(await metro.loadConfig({ cwd: app.folder, resetCache: true }), {
    projectRoot: app.folder,
    watchFolders: [app.folder, join(process.cwd(), runtimes)],
    reporter: { update: () => undefined },
    resolver: {
      unstable_enablePackageExports: readsExports,
      nodeModulesPaths: [join(process.cwd(), runtimes, 'node_modules')],
      resolveRequest(context: ResolutionContext, name: string, platform: string) {
        const resolution = context.resolveRequest(context, name, platform)
        if (name === '@larder/client') resolved.push(relative(app.packageFolder, resolution.filePath))
        return resolution
      },
      useWatchman: false,
    },
    transformer: {
      getTransformOptions: async () => ({ transform: { experimentalImportSupport: true } }),
    },
  })
  const { code } = await metro.runBuild(config, { entry: 'index.js', dev: false, minify: false })
  expect(resolved).toEqual([file])
  const realm = createContext({ fetch, setTimeout, clearTimeout, AbortController })
  runInContext(code, realm)
  expect(await runInContext(`differences('${server.url}')`, realm)).toEqual([])
})

/** What this test uses of Metro's type. */
interface ResolutionContext {
  resolveRequest(context: ResolutionContext, name: string, platform: string): { filePath: string }
}
