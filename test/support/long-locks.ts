// Finds the statements of a migration that would hold a strong lock on an existing table for long, so that requests fail. They are found
// in the text: neither the size of the tables nor the load of the test database would show them.
import type { Migration } from '../../src/platform/database/sql-files.ts'

interface Statement {
  text: string
  step: number
}

/** One sentence for each. Tables that the migration creates are not in use, so anything may be done to them. */
export function findLongLocks({ steps }: Pick<Migration, 'steps'>): string[] {
  const statements: Statement[] = steps.flatMap(({ statements: text }, index) =>
    splitAt(';', withoutLiterals(text)).map(each => ({ text: each, step: index + 1 })),
  )
  const created = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []),
  )
  const validNotNulls = new Set<string>()
  const faults: string[] = []
  for (const step of Map.groupBy(statements, each => each.step).values()) {
    const texts = step.map(({ text }) => text)
    const report = (fault: string) => faults.push(`step ${step[0]?.step}: ${fault}`)
    for (const text of texts) {
      for (const [pattern, fault] of statementRules) if (pattern.test(text)) report(fault)
      const { index, table } =
        /^create (?:unique )?index (?<index>.*?)\bon (?:only )?(?<table>[\w.]+)/.exec(text)?.groups ?? {}
      if (table !== undefined && !created.has(table)) {
        if (!/^concurrently\b/.test(index ?? '')) report(`an index on ${table} must be created concurrently`)
        else if (!/^concurrently if not exists \w/.test(index ?? ''))
          report('create index concurrently needs "if not exists" and a name, so that it can be repeated')
      }
      const alter = alteredTable(text)
      if (alter === undefined || created.has(alter.table)) continue
      for (const action of splitAt(',', alter.actions)) {
        const [, column] = /^alter (?:column )?(\w+) set not null/.exec(action) ?? []
        if (column !== undefined && !validNotNulls.has(`${alter.table}.${column}`))
          report(
            `${alter.table}.${column} needs a valid check (${column} is not null) of an earlier step before it is set not null`,
          )
        for (const [pattern, fault] of actionRules)
          if (pattern.test(action)) report(`${alter.table}: ${fault}`)
      }
    }
    if (texts.length > 1) {
      if (texts.some(text => /\bconcurrently\b/.test(text)))
        report('a concurrent statement needs a step without others')
      if (texts.some(text => /\bvalidate constraint\b/.test(text)))
        report('validate constraint needs a step without others, because it reads the table')
    }
    const locked = new Set(
      texts.flatMap(text => lockedTable(text) ?? []).filter(table => !created.has(table)),
    )
    if (locked.size > 1)
      report(
        `locks ${[...locked].join(' and ')}: while it waits for one, it holds the other; use a step for each`,
      )
    if (locked.size > 0 && texts.some(text => changesRows(text, created)))
      report(`changes rows while it holds a lock on ${[...locked].join(', ')}; use a separate step`)
    for (const text of texts)
      for (const column of validatedNotNulls(text, statements)) validNotNulls.add(column)
  }
  return faults
}

const statementRules: [RegExp, string][] = [
  [/^(?:lock|cluster|vacuum|call|do)\b/, 'lock, cluster, vacuum, call and do are not allowed in a migration'],
  [/^reindex (?!.*\bconcurrently\b)/, 'reindex must be concurrent'],
  [/^refresh materialized view (?!concurrently\b)/, 'a materialized view must be refreshed concurrently'],
]

const isAddingColumn = String.raw`^add (?:column )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)`
const stableDefault = String.raw`(?:now\(\)|current_\w+|[\w'"+.-]+|\([\w'".-]+\))(?:::[\w ]+(?:\[\])?)?(?: |$)`

/** Actions of `alter table`. Each would rewrite or read the table under its lock. */
const actionRules: [RegExp, string][] = [
  [
    /^alter (?:column )?\w+ (?:set data )?type\b/,
    'a change of type rewrites the table; add a column instead',
  ],
  [/^set (?:logged|unlogged|tablespace|access method)\b/, 'this rewrites the table'],
  [/^attach partition\b/, 'attach partition reads the partition'],
  [
    /^add (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid$)/,
    'a constraint must be added "not valid", and validated in a later step',
  ],
  [
    /^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/,
    'build a unique index concurrently, then add the constraint "using index"',
  ],
  [
    new RegExp(`${isAddingColumn}.*\\b(?:check|references|unique|primary key)\\b`),
    'a constraint of a new column reads the table; add it "not valid" and validate it in a later step',
  ],
  [
    new RegExp(`${isAddingColumn}.*\\b(?:generated|(?:small|big)?serial)\\b`),
    'a generated, identity or serial column rewrites the table',
  ],
  [
    new RegExp(`${isAddingColumn}.*\\bdefault (?!${stableDefault})`),
    'a default that is not a constant or the time may be volatile, which rewrites the table; set the default, then fill the column',
  ],
]

function alteredTable(text: string): { table: string; actions: string } | undefined {
  const [, table, actions] = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/.exec(text) ?? []
  return table === undefined || actions === undefined ? undefined : { table, actions }
}

/** `validate constraint` does not count: reads and writes go on. */
function lockedTable(text: string): string | undefined {
  const alter = alteredTable(text)
  if (alter !== undefined) return /^validate constraint\b/.test(alter.actions) ? undefined : alter.table
  return (
    /^(?:drop table|truncate)(?: table)?(?: if exists)? ([\w.]+)/.exec(text)?.[1] ??
    /^(?:create|drop) (?:or replace )?(?:constraint )?trigger .*? on ([\w.]+)/.exec(text)?.[1]
  )
}

function changesRows(text: string, created: ReadonlySet<string>): boolean {
  if (/^(?:with|select|merge)\b/.test(text)) return true
  const [, table] = /^(?:update|delete from|insert into) (?:only )?([\w.]+)/.exec(text) ?? []
  return table !== undefined && !created.has(table)
}

/** Columns that a validated constraint of this migration declares as not null. */
function validatedNotNulls(text: string, statements: Statement[]): string[] {
  const alter = alteredTable(text)
  const [, constraint] = /^validate constraint (\w+)/.exec(alter?.actions ?? '') ?? []
  if (alter === undefined || constraint === undefined) return []
  const definition = new RegExp(
    `\\badd constraint ${constraint} check \\( ?(\\w+) is not null ?\\) not valid`,
  )
  return statements
    .filter(other => alteredTable(other.text)?.table === alter.table)
    .flatMap(other => definition.exec(other.text)?.[1] ?? [])
    .map(column => `${alter.table}.${column}`)
}

/** Without comments, in lower case, every string as '' and every function body empty. */
const withoutLiterals = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()

/** Outside parentheses; without empty parts. */
function splitAt(separator: string, text: string): string[] {
  const found = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === separator && depth === 0) found.push('')
    else found[found.length - 1] += character
  }
  return found.map(part => part.replace(/\s+/g, ' ').trim()).filter(part => part !== '')
}
