import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

export interface RedisServer {
  url: string
  port: number
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** A Redis that can be killed; acknowledged writes survive a restart. */
export async function startRedis(more: Record<string, string> = {}): Promise<RedisServer> {
  const port = await findFreePort()
  const directory = mkdtempSync(join(tmpdir(), 'larder-redis-'))
  let child: ChildProcess | undefined
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    async start() {
      const options = {
        bind: '127.0.0.1',
        save: '',
        dir: directory,
        appendonly: 'yes',
        appendfsync: 'always',
        ...more,
      }
      const flags = Object.entries({ port: String(port), ...options }).flatMap(([name, value]) => [
        `--${name}`,
        value,
      ])
      child = spawn('redis-server', flags, { stdio: 'ignore' })
      await once(child, 'spawn')
      await waitUntilListening(port)
    },
    async kill() {
      if (child === undefined || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async remove() {
      await redis.kill()
      rmSync(directory, { recursive: true })
    },
  }
  await redis.start()
  return redis
}

async function waitUntilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await wait(20)
  }
}
