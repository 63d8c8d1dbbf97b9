import { createInterface } from 'node:readline'
import { CliError, usageError } from './errors.ts'

/** Asks on the terminal before a command that cannot be undone. Throws unless the answer is yes. */
export async function confirm(question: string, { yes }: { yes: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) {
    throw usageError(`${question} Nobody can answer, because standard input is not a terminal: pass --yes`)
  }
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('cancelled; nothing was changed')
}

/** Resolves to an empty answer when the input ends (Ctrl-D, Ctrl-C). */
export function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise<string>(resolve => {
    terminal.once('close', () => resolve(''))
    terminal.question(question, resolve)
  }).finally(() => terminal.close())
}
