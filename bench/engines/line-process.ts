// An engine in a child process that reads one query per line and writes one JSON array of foods per line.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { cpuSeconds, residentBytes } from '../cpu-time.ts'
import type { Answer, Engine } from './engine.ts'
import { linesOf } from './lines.ts'

export interface Command {
  program: string
  args: string[]
}

export async function run({ program, args }: Command): Promise<void> {
  await promisify(execFile)(program, args)
}

type LineProcess = Pick<Engine, 'search' | 'cpuSeconds' | 'memoryBytes' | 'close'>

/** Waits for the first line, which the process writes when its index is open. */
export async function startLineProcess({ program, args }: Command): Promise<LineProcess> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const lines = linesOf(child.stdout)
  const readLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${program} ended early`)
    return value
  }
  await readLine()
  const processId = child.pid ?? 0
  return {
    async search(q): Promise<Answer> {
      const started = performance.now()
      child.stdin.write(`${q.replaceAll(/\s+/g, ' ')}\n`)
      const line = await readLine()
      return { ms: performance.now() - started, foods: JSON.parse(line) }
    },
    cpuSeconds: async () => ({ process: cpuSeconds(processId) }),
    memoryBytes: () => residentBytes(processId),
    close: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.stdin?.end()
  await ended
}
