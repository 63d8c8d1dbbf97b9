// Varnish with deploy/varnish.vcl and the addresses of a test or benchmark.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.ts'

const program = '/usr/sbin/varnishd'
const hasSurrogateKeys = () => existsSync('/usr/share/doc/varnish-modules')

export const isVarnishInstalled = existsSync(program) && hasSurrogateKeys()

export interface Varnish {
  url: string
  processId: number
  /** Its counters, such as MAIN.cache_hit. */
  counters(): Promise<Record<string, number>>
  stop(): Promise<void>
}

export interface VarnishOptions {
  apiPort: number
  purgePort: number
  /** Parts of the file to replace, such as the seconds that old responses are served. */
  replace?: [part: string, by: string][]
  megabytes?: number
}

const maxStartMs = 120_000

export async function startVarnish({
  apiPort,
  purgePort,
  replace = [],
  megabytes = 64,
}: VarnishOptions): Promise<Varnish> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-varnish-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const configuration = join(folder, 'larder.vcl')
  writeFileSync(configuration, configured([['.port = "8080"', `.port = "${apiPort}"`], ...replace]))
  const addresses = ['-a', `127.0.0.1:${port}`, '-a', `purge=127.0.0.1:${purgePort}`]
  const child: ChildProcess = spawn(
    program,
    ['-j', 'none', '-F', '-n', folder, ...addresses, '-f', configuration, '-s', `malloc,${megabytes}m`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr?.on('data', chunk => {
    output += chunk
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const end = performance.now() + maxStartMs
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`Varnish did not start:\n${output}`)
    await wait(50)
  }
  return {
    url,
    processId: child.pid ?? 0,
    async counters() {
      const { stdout } = await promisify(execFile)('varnishstat', ['-n', folder, '-j'])
      const { counters } = JSON.parse(stdout) as { counters: Record<string, { value: number }> }
      return Object.fromEntries(Object.entries(counters).map(([name, { value }]) => [name, value]))
    },
    async stop() {
      process.off('exit', kill)
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true })
    },
  }
}

function configured(replace: [string, string][]): string {
  let text = readFileSync('deploy/varnish.vcl', 'utf8')
  for (const [part, by] of replace) {
    if (!text.includes(part)) throw new Error(`deploy/varnish.vcl has no ${part}`)
    text = text.replace(part, by)
  }
  return text
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).status > 0
  } catch {
    return false
  }
}
