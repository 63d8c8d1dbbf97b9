import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRules, rulesOfPage } from './specification.ts'

const rules = readRules()
const ruleNames = new Set(rules.map(({ name }) => name))
const records = new Set(readdirSync('docs/decisions').map(file => Number.parseInt(file, 10)))

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter(file => file !== '' && existsSync(file))
  .filter(file => !/LICENSE|^data\/|package-lock\.json$|\.(png|ico|woff2|tsv|jsonl|svg)$/.test(file))
  .filter(file => file !== 'scripts/specification.test.ts')
  .map(file => ({ file, text: readFileSync(file, 'utf8') }))

/** Joins lines of comments and paragraphs, because citations may be wrapped. */
const unwrap = (text: string) => text.replace(/\n\s*(?:\/\/|\*|#|--)?\s*/g, ' ')

const ruleName = '`?[a-z0-9]+(?:-[a-z0-9]+)+`?'
const ruleCitation = new RegExp(`\\brules? (${ruleName}(?:(?:, | and |, and )${ruleName})*)`, 'g')

function citedRules(text: string): string[] {
  return [...unwrap(text).matchAll(ruleCitation)].flatMap(
    ([, names = '']) => names.match(/[a-z0-9]+(?:-[a-z0-9]+)+/g) ?? [],
  )
}

describe('the rules of the specification', () => {
  it('are read with their name, page, level and text', () => {
    const page =
      '# Page\n\nIntro.\n\n### first-rule\n**Core.** Must hold.\n\n| a |\n|---|\n\n## Part\n\n### second-rule\nToo.\n'
    expect(rulesOfPage('page', page)).toEqual([
      { name: 'first-rule', page: 'page', isCore: true, text: 'Must hold.\n\n| a |\n|---|' },
      { name: 'second-rule', page: 'page', isCore: false, text: 'Too.' },
    ])
  })

  it('have unique names of at least two words and a text', () => {
    expect(ruleNames.size).toBe(rules.length)
    expect(rules.filter(({ name, text }) => !name.includes('-') || text === '')).toEqual([])
  })
})

describe('citations', () => {
  it('are recognized, also of several rules and across lines', () => {
    expect(citedRules('(rule barcode-forms)')).toEqual(['barcode-forms'])
    expect(citedRules('rules data-order,\n// energy-first and stable-order')).toEqual([
      'data-order',
      'energy-first',
      'stable-order',
    ])
  })

  it('of rules exist', () => {
    const missing = files.flatMap(({ file, text }) =>
      citedRules(text)
        .filter(name => !ruleNames.has(name))
        .map(name => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('of decision records are called ADR, exist, and are links in Markdown', () => {
    const wrong = files.flatMap(({ file, text }) => [
      ...[...text.matchAll(/\b[Dd]ecisions? \d+\b|\bspec \d/g)].map(([found]) => `${file}: ${found}`),
      ...[...text.matchAll(/\bADRs? (\d+)/g)]
        .filter(([, number]) => !records.has(Number(number)))
        .map(([found]) => `${file}: ${found}`),
      ...(file.endsWith('.md')
        ? [...text.matchAll(/(?<!\[)\bADR \d+/g)].map(([found]) => `${file}: ${found} is not a link`)
        : []),
    ])
    expect(wrong).toEqual([])
  })

  it('of files in Markdown links resolve, with their headings', () => {
    const broken = files
      .filter(({ file }) => file.endsWith('.md'))
      .flatMap(({ file, text }) =>
        [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target = '']) => target)
          .filter(target => !/^[a-z]+:/.test(target) && !target.startsWith('/') && !resolves(file, target))
          .map(target => `${file}: ${target}`),
      )
    expect(broken).toEqual([])
  })
})

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

function resolves(file: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const linked = path === '' ? file : join(dirname(file), path)
  if (!existsSync(linked)) return false
  if (heading === undefined || !linked.endsWith('.md')) return true
  const headings = readFileSync(linked, 'utf8').match(/^#+ .*$/gm) ?? []
  return headings.some(line => anchorOf(line) === heading)
}

/** As GitHub makes anchors. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-')
}
