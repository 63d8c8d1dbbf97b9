// Larder as a separate process, as in production.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { buildIfOutdated, builtProgram } from '../build.ts'
import { root, type Stores } from './temporary-stores.ts'

export interface Server {
  url: string
  processId: number
  stop(): Promise<void>
}

export type Environment = Record<string, string>

export function environmentFor(
  stores: Stores,
  databaseUrl: string,
  redisDatabase: number,
  more: Environment = {},
): Environment {
  return { ...environmentOf(databaseUrl, `${stores.redisUrl}/${redisDatabase}`), ...more }
}

/** Rate limits are enabled but too high to be reached, and a stop is not delayed; everything else has its default. */
export function environmentOf(databaseUrl: string, redisUrl: string): Environment {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SECRET_KEY: 'the secret of a benchmark, long enough to be one',
    API_PORT: '0',
    WEB_PORT: '0',
    MANAGEMENT_PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    RATE_LIMIT_SCALE_PER_MINUTE: '1000000000',
    RATE_LIMIT_WEBSITE_PER_MINUTE: '1000000000',
  }
}

/** Creates an account on the Scale plan and returns its key. */
export async function createScaleKey(environment: Environment): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'src/main/cli.ts'), 'account', 'create', 'bench', '--plan', 'scale'],
    { env: environment },
  )
  return stdout.trim()
}

/** Deletes the account of `createScaleKey`. Synchronous, because the process may be exiting. */
export function deleteScaleAccount(environment: Environment): void {
  execFileSync(process.execPath, [join(root, 'src/main/cli.ts'), 'account', 'delete', 'bench', '--yes'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The log goes to a file, as under a process supervisor. */
export function startLarder(environment: Environment, logFile: string, args: string[] = []): Promise<Server> {
  buildIfOutdated()
  return startServer([builtProgram, 'serve', ...args], environment, logFile)
}

/** Runs a Node.js script that prints `listening on <url>` once it listens. */
export async function startServer(
  args: string[],
  environment: Environment,
  logFile: string,
): Promise<Server> {
  const child = spawn(process.execPath, args, {
    // A folder without `.env`, so that only the given environment applies.
    cwd: '/',
    env: environment,
    stdio: ['ignore', openSync(logFile, 'a'), 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  return {
    url: await announcedUrl(child),
    processId: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function announcedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    if (!child.stderr) return reject(new Error('the server has no stderr'))
    createInterface({ input: child.stderr }).on('line', line => {
      output += `${line}\n`
      const url = /listening on (http:[^\s,]+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', () => reject(new Error(`the server did not start:\n${output}`)))
  })
}
