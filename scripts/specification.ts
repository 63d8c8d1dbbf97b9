// The rules of docs/specification: each heading of the third level is the name of a rule, the text below it the rule.
import { readdirSync, readFileSync } from 'node:fs'

export interface Rule {
  name: string
  /** The page, without its ending. */
  page: string
  /** Part of the interface, and not one of Larder's additions to it. */
  isCore: boolean
  text: string
}

const folder = new URL('../docs/specification/', import.meta.url)
const coreMark = '**Core.** '

export function readRules(): Rule[] {
  const pages = readdirSync(folder)
    .filter(file => file.endsWith('.md') && file !== 'README.md')
    .sort()
  return pages.flatMap(file =>
    rulesOfPage(file.replace('.md', ''), readFileSync(new URL(file, folder), 'utf8')),
  )
}

export function rulesOfPage(page: string, markdown: string): Rule[] {
  return markdown.split(/^(?=#{1,3} )/m).flatMap(section => {
    const [, name, body = ''] = /^### ([a-z0-9-]+)\n+([\s\S]*)$/.exec(section) ?? []
    if (name === undefined) return []
    const isCore = body.startsWith(coreMark)
    return [{ name, page, isCore, text: (isCore ? body.slice(coreMark.length) : body).trim() }]
  })
}
