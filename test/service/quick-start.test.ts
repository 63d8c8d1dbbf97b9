// The quick start of the README, without what installs and builds.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildIfOutdated } from '../../lab/build.ts'
import { environmentFor } from '../../lab/service.ts'
import { storesForTest } from '../support/database.ts'

const [, section = ''] = readFileSync('README.md', 'utf8').split('\n## Quick start\n')
const [start = '', request = ''] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)

beforeAll(buildIfOutdated, 300_000)

async function runQuickStart(overrides: Record<string, string> = {}) {
  const commands = start.split('\n').filter(line => !/\b(apt-get|npm)\b/.test(line))
  const shell = spawn('bash', ['-ec', commands.join('\n')], {
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(await storesForTest(), overrides) },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  onTestFinished(() => {
    if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
  })
  return { shell, messages: createInterface({ input: shell.stderr }) }
}

it('ends with an answer', async () => {
  const { messages } = await runQuickStart()
  let apiUrl: string | undefined
  for await (const line of messages) {
    apiUrl = /API listening on ([^\s,]+)/.exec(line)?.[1]
    if (apiUrl !== undefined) break
  }
  const command = request.replace('http://127.0.0.1:8080', apiUrl ?? '')
  const [food] = JSON.parse(execFileSync('bash', ['-ec', command], { encoding: 'utf8', stdio: 'pipe' }))
  expect(food).toMatchObject({ name: 'Banana', serving_desc: '1 medium banana', calories_kcal: 89 })
})

it('ends with the reason if the service cannot start', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { shell, messages } = await runQuickStart({ API_PORT: String(port) })
  const lines: string[] = []
  messages.on('line', line => lines.push(line))
  const [code] = await once(shell, 'close')
  expect(code).toBe(1)
  expect(lines.at(-1)).toContain(`port ${port} is in use`)
})

it('is the same in the guide of the website', () => {
  const guide = readFileSync('src/website/docs/guides/self-hosting.tsx', 'utf8')
  const commandsIn = (text: string) =>
    text
      .split('\n')
      .map(line => line.replace(/\s*#.*$/, ''))
      .filter(line => line !== '')
  const samples = ['Install and run', 'First request'].flatMap(name =>
    commandsIn(new RegExp(`name="${name}"[^]*?text=\\{\`([^]*?)\`\\}`).exec(guide)?.[1] ?? ''),
  )
  expect(samples).toEqual(commandsIn(start + request))
})
