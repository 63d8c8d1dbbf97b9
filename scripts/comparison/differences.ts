// Collects differences, apart from those that a file of rules wants. Such a file is a list in YAML:
//   - where: '^demo page /docs'   # regular expression: what is compared, as it is printed
//     text: 'search-element'      # optional: ignores what matches this, on both sides; without it, any difference is wanted
//     why: the package is gone
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Rule {
  where: string
  text?: string
  why: string
}

export class Differences {
  readonly #rules: (Rule & { uses: number })[]
  /** What differs, and where: many places often differ in the same way. */
  readonly #found = new Map<string, string[]>()
  #compared = 0

  constructor(rulesFile?: string) {
    const rules: Rule[] = rulesFile === undefined ? [] : parse(readFileSync(rulesFile, 'utf8'))
    this.#rules = rules.map(rule => ({ ...rule, uses: 0 }))
  }

  compare(where: string, before: string, after: string): void {
    this.#compared++
    let [old, now] = [before, after]
    for (const rule of this.#rules) {
      if (old === now) return
      if (!new RegExp(rule.where).test(where)) continue
      const { text } = rule
      const [oldRest, nowRest] = [old, now].map(side =>
        text ? side.replaceAll(new RegExp(text, 'gs'), '') : '',
      )
      if (oldRest !== old || nowRest !== now) rule.uses++
      ;[old, now] = [oldRest ?? '', nowRest ?? '']
    }
    if (old === now) return
    const difference = `  - ${excerpt(old, now)}\n  + ${excerpt(now, old)}`
    this.#found.set(difference, [...(this.#found.get(difference) ?? []), where])
  }

  /** Prints the result, and returns whether all is as wanted. */
  print(): boolean {
    for (const [difference, [first, ...others]] of this.#found) {
      console.log(`\n${first}\n${difference}`)
      if (others.length > 0) console.log(`  also ${others.length} times: ${others.slice(0, 10).join('; ')}`)
    }
    for (const { where, why, uses } of this.#rules) console.log(`wanted, ${uses} times: ${where}: ${why}`)
    console.log(`${this.#compared} comparisons, ${this.#found.size} kinds of differences`)
    return this.#found.size === 0
  }
}

/** From shortly before the first character that differs. */
function excerpt(side: string, other: string): string {
  let start = 0
  while (start < side.length && side[start] === other[start]) start++
  return JSON.stringify(side.slice(Math.max(0, start - 80), start + 220)).slice(1, -1)
}
