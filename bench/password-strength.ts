// What judging passwords costs a process: time and memory to load the dictionaries, and time per password.
//   npm run bench -- password-strength
import { printTable } from '../lab/report.ts'
import { median, quantile } from '../lab/statistics.ts'
import { estimateStrength, loadStrengthEstimator } from '../src/accounts/sign-in/password-strength.ts'

const account = { name: 'marmalade' }
const words = ['lamp', 'seven', 'quiet', 'boat', 'wagon', 'Tuesday', 'p4ssword', '1985', 'qwerty']

function memory(): { heap: number; resident: number } {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, resident: rss }
}

/** Independent of what else runs on the machine. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const before = memory()
const started = process.cpuUsage()
loadStrengthEstimator()
const loadingMs = cpuMs(started)
const after = memory()

const times: number[] = []
for (let n = 0; n < 2_000; n++) {
  const password = [n, n * 7, n * 13, n * 31].map(index => words[index % words.length]).join(' ')
  const start = process.cpuUsage()
  estimateStrength(password, [account.name])
  if (n >= 200) times.push(cpuMs(start)) // the first are warm-up
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
printTable(
  ['loading: CPU ms', 'heap MB', 'resident MB', 'judging a password: median CPU ms', 'p99 CPU ms'],
  [
    [
      loadingMs.toFixed(0),
      megabytes(after.heap - before.heap),
      megabytes(after.resident - before.resident),
      median(times).toFixed(2),
      quantile(times, 0.99).toFixed(2),
    ],
  ],
)
