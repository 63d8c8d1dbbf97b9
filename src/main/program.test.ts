import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { larder } from './program.ts'

const leavesOf = (command: Command, path: string): { path: string; command: Command }[] =>
  command.commands.length === 0
    ? [{ path, command }]
    : command.commands.flatMap(each => leavesOf(each, `${path} ${each.name()}`))

const leaves = leavesOf(larder, 'larder')

// They run until they are stopped, or print a file, whose format is what it is for.
const withoutJson = ['larder serve', 'larder openapi']

it.each(leaves.filter(({ path }) => !withoutJson.includes(path)))('$path has --json', ({ command }) => {
  expect(command.options.map(({ long }) => long)).toContain('--json')
})
