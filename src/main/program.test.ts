import { execFileSync } from 'node:child_process'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { completionScript, shells } from './commands/completion.ts'
import { larder } from './program.ts'

const leavesOf = (command: Command, path: string): { path: string; command: Command }[] =>
  command.commands.length === 0
    ? [{ path, command }]
    : command.commands.flatMap(each => leavesOf(each, `${path} ${each.name()}`))

const leaves = leavesOf(larder, 'larder')

// They run until they are stopped, or print a file, whose format is what it is for.
const withoutJson = ['larder serve', 'larder snapshot export', 'larder openapi', 'larder completion']

it.each(leaves.filter(({ path }) => !withoutJson.includes(path)))('$path has --json', ({ command }) => {
  expect(command.options.map(({ long }) => long)).toContain('--json')
})

describe('completion', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is of the shell
  const complete = 'eval "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _larder; echo "${COMPREPLY[@]}"'

  /** What bash offers for the last word. */
  const completed = (...words: string[]) =>
    execFileSync('bash', ['-c', complete, completionScript('bash', larder), 'larder', ...words], {
      encoding: 'utf8',
    })
      .trim()
      .split(' ')

  it.each([
    [['acc'], ['account']],
    [
      ['account', 're'],
      ['reset-two-factor', 'recover', 'resume', 'restore'],
    ],
    [
      ['account', 'create', '--plan', ''],
      ['starter', 'pro', 'scale'],
    ],
    [
      ['account', 'create', 'acme', '--plan', 's'],
      ['starter', 'scale'],
    ],
    [['account', 'set-plan', 'acme', 'p'], ['pro']],
    [
      ['account', 'delete', 'acme', '--'],
      ['--yes', '--json', '--contributions', '--help'],
    ],
    [['--debug', 'key', 'create', '--sc'], ['--scope']],
    [['import', 'off', '--dr'], ['--dry-run']],
    [
      ['completion', ''],
      [...shells, '--help'],
    ],
    [['key', 'create', '--name', 'x'], ['']],
  ])('of %j offers %j', (words, offered) => expect(completed(...words)).toEqual(offered))

  it.each(shells)('of %s has every command', shell => {
    const script = completionScript(shell, larder)
    for (const { path } of leaves) expect(script).toContain(`'${path}'`)
  })
})
