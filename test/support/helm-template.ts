// Renders the templates of the chart without Helm: supports the constructs that the chart uses, and throws on others.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'

type Values = Record<string, unknown>

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; pipeline: string }
  | { kind: 'if'; condition: string; body: Node[] }
  | { kind: 'range'; over: string; variables: string[]; body: Node[] }

interface Scope {
  dot: unknown
  variables: Record<string, unknown>
}

/** Every object of the chart, as applied to Kubernetes. */
export function renderChart(folder: string, changes: Values = {}, release = 'demo'): Values[] {
  const chart = parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8'))
  const values = merge(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')), changes)
  const root = {
    Values: values,
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: release, Namespace: 'default', Service: 'Helm' },
  }
  const templates = new Map<string, Node[]>()
  const files = readdirSync(join(folder, 'templates')).toSorted()
  const read = (name: string) => readFileSync(join(folder, 'templates', name), 'utf8')
  for (const name of files.filter(file => file.endsWith('.tpl'))) readDefinitions(read(name), templates)
  return files
    .filter(file => file.endsWith('.yaml'))
    .flatMap(name => {
      const text = render(parseTemplate(read(name)), { dot: root, variables: {} }, templates)
      return parseAllDocuments(text, { version: '1.1' }).map(document => {
        if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]?.message}\n${text}`)
        return document.toJS() as Values | null
      })
    })
    .filter(object => object !== null)
}

export function merge(values: Values, changes: Values): Values {
  const merged = { ...values }
  for (const [name, change] of Object.entries(changes)) {
    const before = merged[name]
    merged[name] = isMap(before) && isMap(change) ? merge(before, change) : change
  }
  return merged
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readDefinitions(text: string, templates: Map<string, Node[]>): void {
  // In this chart, only a definition and its conditions have an `end` at the start of a line.
  for (const [, name = '', body = ''] of text.matchAll(
    /\{\{- define "([^"]+)" -\}\}\n(.*?)\n\{\{- end \}\}\n(?=\n|$)/gs,
  )) {
    templates.set(name, parseTemplate(body))
  }
}

function parseTemplate(text: string): Node[] {
  const root: Node[] = []
  const open: Node[][] = [root]
  const add = (node: Node) => open.at(-1)?.push(node)
  let rest = text
  for (;;) {
    const action = /(\s*)\{\{(-?)\s*(.*?)\s*(-?)\}\}(\s*)/s.exec(rest)
    if (!action) break
    const [whole, before = '', trimBefore, words = '', trimAfter, after = ''] = action
    add({ kind: 'text', text: rest.slice(0, action.index) + (trimBefore ? '' : before) })
    rest = (trimAfter ? '' : after) + rest.slice(action.index + whole.length)
    const [, keyword, argument = ''] = /^(if|range|end)\b\s*(.*)$/s.exec(words) ?? []
    if (words.startsWith('/*')) continue
    if (keyword === 'end') open.pop()
    else if (keyword === undefined) add({ kind: 'value', pipeline: words })
    else {
      const body: Node[] = []
      const [, names, over = argument] = /^(\$.+?) := (.+)$/.exec(argument) ?? []
      add(
        keyword === 'if'
          ? { kind: 'if', condition: argument, body }
          : { kind: 'range', over, variables: names?.split(/,\s*/) ?? [], body },
      )
      open.push(body)
    }
  }
  if (open.length !== 1) throw new Error('a condition or range is not closed')
  return [...root, { kind: 'text', text: rest }]
}

function render(nodes: Node[], scope: Scope, templates: Map<string, Node[]>): string {
  return nodes.map(node => renderNode(node, scope, templates)).join('')
}

function renderNode(node: Node, scope: Scope, templates: Map<string, Node[]>): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'value':
      return String(evaluate(node.pipeline, scope, templates))
    case 'if':
      return isTrue(evaluate(node.condition, scope, templates)) ? render(node.body, scope, templates) : ''
    case 'range':
      return Object.entries(evaluate(node.over, scope, templates) as object)
        .map(([name, value]) => {
          const [nameVariable, valueVariable] = node.variables
          const own = nameVariable && valueVariable ? { [nameVariable]: name, [valueVariable]: value } : {}
          const variables = { ...scope.variables, ...own }
          return render(node.body, { dot: value, variables }, templates)
        })
        .join('')
  }
}

function evaluate(pipeline: string, scope: Scope, templates: Map<string, Node[]>): unknown {
  let value: unknown
  for (const [index, stage] of pipeline.split(' | ').entries()) {
    const words = stage.match(/"[^"]*"|\S+/g) ?? []
    const [first = '', ...others] = words
    const given = others.map(word => operand(word, scope))
    if (index > 0) given.push(value)
    value = index === 0 && others.length === 0 ? operand(first, scope) : call(first, given, templates)
  }
  return value
}

function call(name: string, given: unknown[], templates: Map<string, Node[]>): unknown {
  const [first, second] = given
  switch (name) {
    case 'include': {
      const template = templates.get(String(first))
      if (!template) throw new Error(`no template ${String(first)}`)
      return render(template, { dot: second, variables: {} }, templates)
    }
    case 'toYaml':
      return stringify(first, { version: '1.1' }).trimEnd()
    case 'nindent':
      return `\n${String(second).replaceAll(/^/gm, ' '.repeat(Number(first)))}`
    case 'quote':
      return JSON.stringify(String(first))
    case 'default':
      return isTrue(second) ? second : first
    case 'not':
      return !isTrue(first)
    case 'fail':
      throw new Error(String(first))
    case 'sha256sum':
      return createHash('sha256').update(String(first)).digest('hex')
    default:
      throw new Error(`unsupported function ${name}`)
  }
}

function operand(word: string, scope: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (word.startsWith('$')) return scope.variables[word]
  if (word === '.') return scope.dot
  if (!/^(\.\w+)+$/.test(word)) throw new Error(`unsupported operand "${word}"`)
  let value: unknown = scope.dot
  for (const name of word.slice(1).split('.')) {
    if (!isMap(value) || !(name in value)) throw new Error(`undefined value ${word}`)
    value = value[name]
  }
  return value
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isMap(value) ? Object.keys(value).length > 0 : Boolean(value)
}
