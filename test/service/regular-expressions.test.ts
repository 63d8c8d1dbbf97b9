// Runs every regular expression of src on texts built from its own characters, to find catastrophic backtracking.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, it, vi } from 'vitest'
import { printMeasurement } from '../../lab/report.ts'

// Quadratic time shows on the shorter text already, if less clearly. `npm run audit` tries the longer one.
const maxLength = process.env['AUDIT'] === 'full' ? 100_000 : 10_000
const maxMs = 5
// Two threads on one core slow each other down; catastrophic backtracking takes a hundred times as long.
const slack = 4
// Catastrophic backtracking shows on a short text, before the long one would take minutes.
const lengths = [25, 1_000, 10_000, 100_000].filter(length => length <= maxLength)
const lettersTried = 6
// Expressions that only see short texts: the import truncates names and categories, and a search uses 200 code points.
const maxInputLength: Record<string, number> = {
  'src/quality/plausibility/exemption-keywords.ts': 1_000,
  'src/search/query/query-items.ts': 400,
}

interface Found {
  pattern: string
  flags: string
  file: string
}

const files = globSync('src/**/*.{ts,tsx}').filter(file => !file.endsWith('.test.ts'))
const literals: Found[] = []
const builders = new Set<string>()
for (const file of files) {
  const syntax = { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' } as const
  visit(parseSync(readFileSync(file, 'utf8'), syntax), node => {
    const { type, pattern, flags, callee } = node as Record<string, unknown>
    if (type === 'RegExpLiteral') literals.push({ pattern: String(pattern), flags: String(flags), file })
    if (type === 'NewExpression' && (callee as { value?: string }).value === 'RegExp') builders.add(file)
  })
}

function visit(node: unknown, see: (node: object) => void): void {
  if (node === null || typeof node !== 'object') return
  see(node)
  for (const child of Object.values(node)) visit(child, see)
}

/** Expressions that a module builds when it is loaded. */
async function builtBy(file: string): Promise<Found[]> {
  const built: Found[] = []
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags = '']: [string | RegExp, string?]) {
      const expression = new target(pattern, flags)
      built.push({ pattern: expression.source, flags: expression.flags, file })
      return expression
    },
  })
  try {
    await import(/* @vite-ignore */ `../../${file}`)
  } finally {
    globalThis.RegExp = Original
  }
  return built
}

/** Characters that the expression matches, and some that it may not match. */
function lettersOf({ pattern }: Found): string[] {
  const letters = new Set<string>()
  for (const [escaped] of pattern.matchAll(/\\(?:u\{?[\da-f]+\}?|[pP]\{[^}]+\}|.)/giu)) {
    if (/^\\[pPdDwWsSbB]/.test(escaped)) {
      const examples = [' ', 'a', '0', '-', '\u0301', '字', '٣', '\n']
      for (const letter of examples.filter(each => new RegExp(escaped, 'u').test(each)).slice(0, 2)) {
        letters.add(letter)
      }
    } else if (escaped.startsWith('\\u')) {
      letters.add(String.fromCodePoint(Number.parseInt(escaped.replace(/\W|u/g, ''), 16)))
    } else {
      letters.add({ n: '\n', r: '\r', t: '\t', x: 'x' }[escaped.charAt(1)] ?? escaped.charAt(1))
    }
  }
  const plain = pattern.replaceAll(/\\(?:u\{?[\da-f]+\}?|[pP]\{[^}]+\}|.)|\(\?<?[:=!]/giu, '')
  for (const letter of plain) if (!'^$()[]{}?*+|'.includes(letter)) letters.add(letter)
  return [...[...letters].slice(0, lettersTried), 'a', ' ', '\u0001']
}

function* hostilePieces(found: Found): Generator<string> {
  const letters = lettersOf(found)
  const words = found.pattern.match(/[\w<>"'=:/&;,-]{2,}/g) ?? []
  yield* letters
  yield* words.slice(0, 5)
  for (const first of letters) for (const second of letters) if (first !== second) yield first + second
}

/** CPU time of this thread, independent of other load. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Current cost in milliseconds, because the CPU speed varies. */
function timeToReplace(times: number): number {
  const text = '; '.repeat(times)
  let matches = 0
  const start = processorMs()
  text.replace(/;/g, () => String(matches++ && ''))
  return processorMs() - start
}

/** Best of several runs in milliseconds, because the machine may be busy. */
function timeOf(expression: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempts = 0; attempts < 10 && best > maxMs; attempts++) {
    const start = processorMs()
    // As it is used: a global expression is matched everywhere.
    let matches = 0
    if (expression.global) text.replace(expression, () => String(matches++ && ''))
    else expression.test(text)
    expression.lastIndex = 0
    const took = processorMs() - start
    // Subtracts the cost of the replacements.
    best = Math.min(best, matches < 2 ? took : took - timeToReplace(matches))
    if (best > 1_000) break
  }
  return best
}

it(`takes at most ${maxMs} ms on ${maxLength / 1000} KB, or ${maxMs * slack} ms on a busy core`, async () => {
  // Other test files of this worker may have loaded the modules already.
  vi.resetModules()
  const built: Found[] = []
  for (const file of builders) built.push(...(await builtBy(file)))
  const all = new Map([...literals, ...built].map(found => [`/${found.pattern}/${found.flags}`, found]))
  expect(built.length).toBeGreaterThan(5)
  expect(all.size).toBeGreaterThan(150)
  const slow: string[] = []
  let worst = 0
  for (const [name, found] of all) {
    const expression = new RegExp(found.pattern, found.flags)
    const times = hardestOf(found, expression)
    worst = Math.max(worst, times.ms)
    if (times.ms > maxMs * slack)
      slow.push(`${found.file}: ${name}: ${times.ms.toFixed(1)} ms on ${times.text}`)
  }
  printMeasurement('slowest regular expression on 100 KB', worst, 'ms')
  expect(slow).toEqual([])
})

function hardestOf(found: Found, expression: RegExp): { ms: number; text: string } {
  let hardest = { ms: 0, text: '' }
  for (const piece of hostilePieces(found)) {
    for (const end of ['', '\u0002']) {
      for (const length of lengths.filter(each => each <= (maxInputLength[found.file] ?? maxLength))) {
        const text = piece.repeat(Math.ceil(length / piece.length)) + end
        const ms = timeOf(expression, text)
        if (ms > hardest.ms)
          hardest = { ms, text: `${text.length} of ${JSON.stringify(piece)} + ${JSON.stringify(end)}` }
        if (ms > maxMs) return hardest
        // Quadratic growth would still be fast at ten times the length.
        if (length >= 10_000 && ms < maxMs / 100) break
      }
    }
  }
  return hardest
}
