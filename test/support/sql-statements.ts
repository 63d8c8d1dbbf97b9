// The SQL statements of src/, found in its syntax tree: the first argument of every `….query<Row>(…)`. Interpolations are
// evaluated by the module that holds the statement, in a copy of src/ that exports its statements.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseSync } from '@swc/core'

export interface SqlStatement {
  file: string
  line: number
  /** The text, or undefined if it depends on call-time values. */
  text?: string
  /** The asserted row type, as written. */
  rowType?: string
}

interface Found extends SqlStatement {
  expression: string
  isOfModule: boolean
}

type Node = { type?: string; span?: { start: number; end: number }; [member: string]: unknown }

export function findStatements() {
  const copy = mkdtempSync(join(tmpdir(), 'larder-statements-'))
  cpSync('src', join(copy, 'src'), { recursive: true })
  for (const each of ['data', 'package.json', 'node_modules', 'openapi.json', 'tsconfig.json']) {
    symlinkSync(resolve(each), join(copy, each))
  }
  const found = globSync('src/**/*.ts', { exclude: file => file.endsWith('.test.ts') }).flatMap(statementsIn)
  const byFile = Map.groupBy(found, ({ file }) => file)
  for (const [file, statements] of byFile) {
    const texts = statements.map(each => (each.isOfModule ? `() => ${each.expression}` : '() => undefined'))
    appendFileSync(join(copy, file), `\nexport const statementsForTest = [${texts.join(',\n')}]\n`)
  }
  const printer = `
    const texts = {}
    for (const file of ${JSON.stringify([...byFile.keys()])})
      texts[file] = (await import('./' + file)).statementsForTest.map(text => text() ?? null)
    console.log(JSON.stringify(texts))`
  writeFileSync(join(copy, 'print.js'), printer)
  const printed = execFileSync(process.execPath, ['print.js'], { cwd: copy, encoding: 'utf8' })
  const texts: Record<string, (string | null)[]> = JSON.parse(printed)
  const statements = [...byFile].flatMap(([file, all]) =>
    all.map(({ line, rowType }, index): SqlStatement => {
      const text = texts[file]?.[index]
      return { file, line, ...(text && { text }), ...(rowType && { rowType }) }
    }),
  )
  return { copy, statements }
}

/** TypeScript's errors where an asserted row type has other fields than the columns. */
export function typeErrors(copy: string, rows: (SqlStatement & { columns: string[] })[]): string {
  for (const [file, all] of Map.groupBy(rows, each => each.file)) {
    const checks = all.map(({ line, rowType, columns }) => {
      const members = columns.map(column => `${JSON.stringify(column)}: true`)
      return `export const rowOfLine${line}: Record<keyof (${rowType}), true> = { ${members.join(', ')} }`
    })
    appendFileSync(join(copy, file), `${checks.join('\n')}\n`)
  }
  const files = [...new Set(rows.map(({ file }) => file))]
  writeFileSync(
    join(copy, 'tsconfig.rows.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [], exclude: [], files }),
  )
  try {
    return execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.rows.json'], {
      cwd: copy,
      encoding: 'utf8',
    })
  } catch (error) {
    return String((error as { stdout: unknown }).stdout)
  }
}

function statementsIn(file: string): Found[] {
  // swc counts bytes across all parsed files; the first statement shows the start of this one.
  const code = Buffer.from(`0;${readFileSync(file, 'utf8')}`)
  if (!code.includes('.query')) return []
  const module = parseSync(code.toString(), { syntax: 'typescript', target: 'es2024' }) as unknown as Node
  const body = module.body as Node[]
  const fileStart = body[0]?.span?.start ?? 0
  const sourceOf = ({ span = { start: 0, end: 0 } }: Node) =>
    code.toString('utf8', span.start - fileStart, span.end - fileStart)
  const ofModule = new Set(body.flatMap(declaredNames))
  const found: Found[] = []
  visit(module, node => {
    const text = statementOf(node)
    if (text === undefined) return
    const [rowType] = ((node.typeArguments as Node | null)?.params ?? []) as Node[]
    const inside = new Set<string>(declaredInside(text))
    found.push({
      file,
      line: code.toString('utf8', 0, (node.span?.start ?? 0) - fileStart).split('\n').length,
      expression: sourceOf(text),
      isOfModule: referredNames(text).every(name => ofModule.has(name) || inside.has(name)),
      ...(rowType && { rowType: sourceOf(rowType) }),
    })
  })
  return found
}

/** The expression of the text, if the node is a call of `query`. */
function statementOf(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || (callee.property as Node).value !== 'query') return undefined
  const given = (node.arguments as { expression: Node }[])[0]?.expression
  if (given?.type !== 'ObjectExpression') {
    return given?.type === 'TemplateLiteral' || given?.type === 'StringLiteral' ? given : undefined
  }
  const properties = given.properties as Node[]
  const text = properties.find(({ key }) => (key as Node | undefined)?.value === 'text')
  return text?.value as Node | undefined
}

function visit(node: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, onNode)
  } else if (typeof node === 'object' && node !== null) {
    onNode(node as Node)
    for (const each of Object.values(node)) visit(each, onNode)
  }
}

function declaredNames(statement: Node): string[] {
  const specifiers = (statement.specifiers ?? []) as { local?: Node }[]
  const declaration = (statement.declaration as Node | undefined) ?? statement
  const variables = (declaration.declarations ?? []) as { id: Node }[]
  const named = [
    ...specifiers.map(({ local }) => local),
    ...variables.map(({ id }) => id),
    declaration.identifier as Node,
  ]
  return named.flatMap(name => (typeof name?.value === 'string' ? [name.value] : []))
}

/** Parameters of functions inside the expression. */
function declaredInside(expression: Node): string[] {
  const names: string[] = []
  visit(expression, ({ type, params }) => {
    if (type === 'ArrowFunctionExpression')
      visit(params, ({ type, value }) => type === 'Identifier' && names.push(String(value)))
  })
  return names
}

function referredNames(expression: Node): string[] {
  const names: string[] = []
  const properties = new Set<unknown>()
  visit(expression, node => {
    if (node.type === 'MemberExpression') properties.add(node.property)
    if (node.type === 'Identifier' && !properties.has(node)) names.push(String(node.value))
  })
  return names
}
