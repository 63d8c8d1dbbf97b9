// Every regular expression of src on texts that are made of its own letters: none may take long.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, it } from 'vitest'
import { tell } from '../../lab/measurements.ts'

const longest = 100_000
const mostMs = 5
// Two threads on one core slow each other down; what grows too fast takes a hundred times as long.
const slack = 4
// What grows too fast is found on a short text, before the long one would take minutes.
const lengths = [25, 1_000, 10_000, longest]
const lettersTried = 6
// Those that never meet a long text: a name and a category, which the import cuts.
const longestMet: Record<string, number> = { 'src/quality/plausibility/exemption-keywords.ts': 1_000 }

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

/** Those that a module puts together when it is loaded. */
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

/** Letters that it looks for, and some that it may not. */
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

/** Of this thread alone: other work on the machine is not its time. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds, now: the processor may be slower than at other times. */
function timeToReplace(times: number): number {
  const text = '; '.repeat(times)
  let matches = 0
  const start = processorMs()
  text.replace(/;/g, () => String(matches++ && ''))
  return processorMs() - start
}

/** Milliseconds, at best: the machine may be busy. */
function timeOf(expression: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 10 && best > mostMs; tries++) {
    const start = processorMs()
    // As it is used: where it is global, all places are looked for.
    let matches = 0
    if (expression.global) text.replace(expression, () => String(matches++ && ''))
    else expression.test(text)
    expression.lastIndex = 0
    const took = processorMs() - start
    // Not the expression's own time: what it costs to replace so often.
    best = Math.min(best, matches < 2 ? took : took - timeToReplace(matches))
    if (best > 1_000) break
  }
  return best
}

it(`none takes more than ${mostMs} ms on ${longest / 1000} KB, or ${mostMs * slack} ms on a busy core`, async () => {
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
    if (times.ms > mostMs * slack)
      slow.push(`${found.file}: ${name}: ${times.ms.toFixed(1)} ms on ${times.text}`)
  }
  tell('slowest regular expression on 100 KB', worst, 'ms')
  expect(slow).toEqual([])
}, 120_000)

function hardestOf(found: Found, expression: RegExp): { ms: number; text: string } {
  let hardest = { ms: 0, text: '' }
  for (const piece of hostilePieces(found)) {
    for (const end of ['', '\u0002']) {
      for (const length of lengths.filter(each => each <= (longestMet[found.file] ?? longest))) {
        const text = piece.repeat(Math.ceil(length / piece.length)) + end
        const ms = timeOf(expression, text)
        if (ms > hardest.ms)
          hardest = { ms, text: `${text.length} of ${JSON.stringify(piece)} + ${JSON.stringify(end)}` }
        if (ms > mostMs) return hardest
        // Were it to grow with the square, ten times the length would still be quick.
        if (length >= 10_000 && ms < mostMs / 100) break
      }
    }
  }
  return hardest
}
