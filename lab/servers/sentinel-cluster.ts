// A Redis master, its replica and three Sentinels, with deploy/redis-sentinel.conf.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findFreePort } from './free-port.ts'

export interface SentinelCluster {
  /** Settings of a service that uses this cluster. */
  environment: Record<string, string>
  /** The master's port, according to the Sentinels. */
  master(): Promise<number>
  flush(): Promise<void>
  killMaster(): Promise<void>
  /** Restarts the killed server. */
  start(): Promise<void>
  remove(): Promise<void>
}

const password = 'a password of the tests'
const waitTimeoutMs = 60_000

export async function startSentinelCluster(): Promise<SentinelCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-sentinel-'))
  const running = new Map<number, ChildProcess>()
  const ports = [await findFreePort(), await findFreePort()] as [number, number]
  const run = async (program: string, port: number, args: string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' })
    running.set(port, child)
    await once(child, 'spawn')
  }
  const startRedis = async (port: number, more: Record<string, string> = {}) => {
    const directory = join(folder, String(port))
    mkdirSync(directory, { recursive: true })
    const options = {
      port: String(port),
      bind: '127.0.0.1',
      dir: directory,
      save: '',
      requirepass: password,
      masterauth: password,
      // Without the default delay of five seconds, to keep tests fast.
      'repl-diskless-sync-delay': '0',
      ...more,
    }
    await run(
      'redis-server',
      port,
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    )
  }
  await startRedis(ports[0])
  await startRedis(ports[1], { replicaof: `127.0.0.1 ${ports[0]}` })
  const sentinels = await Promise.all([1, 2, 3].map(() => findFreePort()))
  for (const port of sentinels) {
    const file = join(folder, `sentinel-${port}.conf`)
    writeFileSync(file, sentinelFile(port, ports[0]))
    await run('redis-server', port, [file, '--sentinel', '--bind', '127.0.0.1', '--dir', folder])
  }

  let killed: number | undefined
  const cluster: SentinelCluster = {
    environment: {
      REDIS_URL: `redis://:${encodeURIComponent(password)}@unused/3`,
      REDIS_SENTINELS: sentinels.map(port => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_MASTER: 'larder',
    },
    async master() {
      for (const port of sentinels) {
        const address = await withRedis(port, sentinel =>
          sentinel.call('sentinel', 'get-master-addr-by-name', 'larder'),
        ).catch(() => null)
        if (Array.isArray(address)) return Number(address[1])
      }
      throw new Error('no Sentinel responds')
    },
    async flush() {
      await withRedis(await cluster.master(), redis => redis.flushall(), password)
    },
    async killMaster() {
      killed = await cluster.master()
      const child = running.get(killed)
      child?.kill('SIGKILL')
      if (child) await once(child, 'exit')
    },
    async start() {
      if (killed !== undefined) await startRedis(killed)
    },
    async remove() {
      for (const child of running.values()) child.kill('SIGKILL')
      for (const child of running.values()) {
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      rmSync(folder, { recursive: true })
    },
  }
  await waitUntilReady(sentinels)
  return cluster
}

function sentinelFile(port: number, master: number): string {
  const changes: [string, string][] = [
    ['port 26379', `port ${port}`],
    ['sentinel monitor larder redis1 6379 2', `sentinel monitor larder 127.0.0.1 ${master} 2`],
    ['# sentinel auth-pass larder PASSWORD', `sentinel auth-pass larder "${password}"`],
  ]
  let text = readFileSync('deploy/redis-sentinel.conf', 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(`\n${from}`)) throw new Error(`deploy/redis-sentinel.conf has no ${from}`)
    text = text.replace(`\n${from}`, `\n${to}`)
  }
  return text
}

/** Waits until the Sentinels know each other and the replica is in sync, so that they can fail over. */
async function waitUntilReady(sentinels: number[]): Promise<void> {
  for (const end = performance.now() + waitTimeoutMs; ; await wait(100)) {
    const known = await Promise.all(sentinels.map(isReady)).catch(() => [false])
    if (known.every(Boolean)) return
    if (performance.now() > end) throw new Error('the Sentinels did not discover each other')
  }
}

async function isReady(port: number): Promise<boolean> {
  return withRedis(port, async sentinel => {
    const master = fieldsOf(await sentinel.call('sentinel', 'master', 'larder'))
    const [replica] = (await sentinel.call('sentinel', 'replicas', 'larder')) as unknown[]
    const isInSync = replica !== undefined && fieldsOf(replica).get('master-link-status') === 'ok'
    return isInSync && master.get('num-other-sentinels') === '2' && master.get('flags') === 'master'
  })
}

function fieldsOf(list: unknown): Map<string, string> {
  const texts = list as string[]
  return new Map(texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? '']] : [])))
}

async function withRedis<T>(port: number, work: (redis: Redis) => Promise<T>, password?: string): Promise<T> {
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    ...(password && { password }),
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => undefined)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
