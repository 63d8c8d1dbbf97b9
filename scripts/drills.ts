// Executes the commands of docs/how-to/runbooks.md and prints how long each runbook takes. The page is split at its
// second-level headings: the first section is the test environment, every other one a runbook. In each, the unindented
// ```sh blocks are joined into one bash script.
//   npm run drills -- [--only secrets]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const [, setup = '', ...runbooks] = readFileSync('docs/how-to/runbooks.md', 'utf8').split(/^## /m)

// Ends runbooks that hang.
const timeoutMs = 300_000

let failures = 0
const lines: string[] = []
for (const runbook of runbooks) {
  const title = runbook.slice(0, runbook.indexOf('\n'))
  if (!title.toLowerCase().includes(options.only.toLowerCase())) continue
  console.log(`\n--- ${title}`)
  const { code, seconds } = await run(commandsIn(setup), commandsIn(runbook))
  if (code !== 0) failures++
  lines.push(
    `${title.padEnd(30)} ${code === 0 ? `${seconds.toFixed(1)} s` : `failed after ${seconds.toFixed(1)} s`}`,
  )
}
console.log(`\n${lines.join('\n')}`)
process.exitCode = failures === 0 && lines.length > 0 ? 0 : 1

function commandsIn(section: string): string {
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
}

/** The time is that of the runbook, without the setup. */
async function run(setup: string, runbook: string): Promise<{ code: number; seconds: number }> {
  const cleanUp =
    'trap \'set +eEu; trap - ERR; kill "$node" 2>/dev/null; wait 2>/dev/null; for each in replica restored; do pg pg_ctl -D "$LARDER_SERVICES_DIR/$each" -m immediate stop 2>/dev/null; done; scripts/dev-services remove\' EXIT'
  // Prints the failed command, because most commands are silent.
  const onError = 'trap \'echo "failed: $BASH_COMMAND" >&2\' ERR'
  const script = `set -eEuo pipefail\n${onError}\n${cleanUp}\n${setup}\necho 'runbook started'\n${runbook}\necho 'runbook finished'\n`
  const child = spawn('bash', ['-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
  })
  let startedAt = performance.now()
  let endedAt: number | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    if (text.includes('runbook started')) startedAt = performance.now()
    if (text.includes('runbook finished')) endedAt = performance.now()
    process.stdout.write(text)
  })
  const [code] = await once(child, 'close')
  return { code: Number(code ?? 1), seconds: ((endedAt ?? performance.now()) - startedAt) / 1000 }
}
