// Programs of the rehearsal, each in a separate process group: ending the group ends what npm, npx and shells have started.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface RunOptions {
  cwd: string
  env?: Record<string, string>
  /** Written at the start; the input stays open. */
  input?: string
}

/** npx downloads a package first. */
const startTimeoutMs = 300_000

const running = new Set<ChildProcess>()
const cleanUps: (() => unknown)[] = []
let interruption: NodeJS.Signals | undefined
let isCleaningUp = false

export const interruptedBy = (): NodeJS.Signals | undefined => interruption

/** Runs last in, first out, when the rehearsal ends in any way. */
export const atEnd = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp)

export async function cleanUp(): Promise<void> {
  isCleaningUp = true
  await Promise.all([...running].map(stop))
  for (const action of cleanUps.splice(0).reverse()) {
    try {
      await action()
    } catch (error) {
      console.error(`rehearse: could not clean up: ${error}`)
    }
  }
}

/** Ends the current program, so that the steps stop and clean up. */
export function handleInterruption(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isCleaningUp) return
      interruption = signal
      for (const child of running) void stop(child)
    })
  }
}

async function stop(child: ChildProcess): Promise<void> {
  kill(child, 'SIGTERM')
  // scripts/test-image removes containers first.
  const timer = setTimeout(kill, 30_000, child, 'SIGKILL')
  await once(child, 'close')
  clearTimeout(timer)
}

function launch(command: string, args: string[], { cwd, env = {}, input }: RunOptions): ChildProcess {
  if (interruption !== undefined && !isCleaningUp) throw new Error(`interrupted by ${interruption}`)
  const child = spawn(command, args, {
    cwd,
    env: { ...environment(), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  if (input !== undefined) child.stdin?.write(input)
  return child
}

/** Without npm's variables of `npm run`, which would apply to npm in other folders too, and without other databases. */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_(registry|cafile)$)|^(DATABASE|REDIS)_URL$|^NODE_ENV$/i.test(name),
  )
  return { ...Object.fromEntries(others), NO_COLOR: '1' }
}

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The group has ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The output; an exit code other than 0 throws with it. */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
  const child = launch(command, args, options)
  let stdout = ''
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', text => {
    stdout += text
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new CommandError(`${command} ${args.join(' ')}`, code ?? signal, output)
  return stdout
}

export class CommandError extends Error {
  readonly status: number | string
  readonly lastLine: string
  constructor(command: string, status: number | string, output: string) {
    const lines = output.trim().split('\n').slice(-30)
    super(`${command} ended with ${status}\n${lines.join('\n')}`)
    this.status = status
    this.lastLine = lines.at(-1) ?? ''
  }
}

/** Starts a server, waits for a line of its output that matches and returns the match. It is stopped at the end. */
export async function start(
  command: string,
  args: string[],
  options: RunOptions,
  ready: RegExp,
): Promise<RegExpExecArray> {
  const child = launch(command, args, options)
  const ended = once(child, 'close')
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${command} ${args.join(' ')} did not print ${ready}:\n${output}`)),
      startTimeoutMs,
    )
    const read = (text: string) => {
      output += text
      const match = ready.exec(output)
      if (match === null) return
      clearTimeout(timer)
      resolve(match)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    ended
      .finally(() => clearTimeout(timer))
      .then(
        () => reject(new CommandError(`${command} ${args.join(' ')}`, child.exitCode ?? 'a signal', output)),
        reject,
      )
  })
}
