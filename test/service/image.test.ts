// Runs the commands of Dockerfile and compose.yaml without a container engine, with only the files of the image.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../lab/clients/http.ts'
import { environmentFor } from '../../lab/service.ts'
import { storesForTest } from '../support/database.ts'

const run = promisify(execFile)
const [buildStage = '', finalStage = ''] = readFileSync('Dockerfile', 'utf8')
  .split(/^FROM /m)
  .slice(1)

/** Executes the COPY lines of a stage, from the checkout or from an earlier stage. */
function copyFiles(stage: string, to: string, earlierStage?: string): void {
  for (const [, from, paths = ''] of stage.matchAll(/^COPY (--from=\S+ )?(.+)$/gm)) {
    const names = paths.split(' ')
    const target = names.pop() ?? ''
    for (const name of names) {
      const source = from ? join(earlierStage ?? '', name.replace('/larder/', '')) : name
      const destination = target === './' ? join(to, name) : join(to, target)
      mkdirSync(dirname(destination), { recursive: true })
      cpSync(source, destination, { recursive: true })
    }
  }
}

it('builds, migrates, loads the demo foods and serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const build = join(folder, 'build')
  const image = join(folder, 'image')

  copyFiles(buildStage, build)
  for (const [, command = ''] of buildStage.matchAll(/^RUN (.+)$/gm))
    await run('sh', ['-c', command], { cwd: build })
  copyFiles(finalStage, image, build)

  const stores = await storesForTest()
  const env = { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) }
  await run('bin/larder', ['migrate'], { cwd: image, env })
  await run('bin/larder', ['demo'], { cwd: image, env })

  const [command, ...args] = JSON.parse(/^CMD (.+)$/m.exec(finalStage)?.[1] ?? '[]')
  const server = spawn(command, args, { cwd: image, env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(async () => {
    server.kill()
    await once(server, 'exit')
  })
  const apiUrl = await new Promise<string>(resolve => {
    createInterface({ input: server.stderr }).on('line', line => {
      const url = /listening on (\S+),/.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
  const { json } = await ask(apiUrl, '/search?q=banana')
  expect(json.length).toBeGreaterThan(0)
  expect((await ask(apiUrl, '/docs/')).status).toBe(200)
}, 180_000)
