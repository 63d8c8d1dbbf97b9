#!/usr/bin/env node
// The `larder` command line: runs the command and turns errors into messages and exit codes.
import { CommanderError } from 'commander'
import { describeError, exitCodeOf } from './commands/errors.ts'
import { larder } from './program.ts'

try {
  await larder.parseAsync()
} catch (error) {
  // The reader has closed the pipe, as in `larder openapi | head`.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0)
  // Commander has already printed its messages, and help.
  if (!(error instanceof CommanderError))
    process.stderr.write(`larder: ${describeError(error, { debug: larder.opts()['debug'] })}\n`)
  // exitCode alone is not enough: what a half-started server has opened would keep the process alive.
  process.exit(exitCodeOf(error))
}
