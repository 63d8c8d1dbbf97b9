// The fingerprints of the rules that shape stored foods and synonyms. The first is part of every line's digest, so a changed
// rule makes the next import reprocess the lines. They are computed from the sources by following imports from the root
// modules, so that no rule can be missed; the built program has them in a file.
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** All modules that these import, directly or indirectly, are rules, and so are the data files that they read. */
const rootModules = {
  foods: ['./judge-record.ts', './merge-records.ts', './judge-by-peers.ts', './resolve-records.ts'],
  synonyms: ['../search/synonyms/build-synonyms.ts'],
}

type Rules = keyof typeof rootModules

const moduleExtensions = new Set(['.ts', '.tsx'])
const here = new URL('./', import.meta.url)
const builtFile = new URL('./rules-fingerprints.json', import.meta.url)

export function rulesFingerprint(rules: Rules): string {
  if (!existsSync(builtFile)) return computeFingerprint(rules)
  return (JSON.parse(readFileSync(builtFile, 'utf8')) as Record<Rules, string>)[rules]
}

/** `folder` is the folder of this module; tests pass a copy of it. */
export function computeFingerprint(rules: Rules, folder = here): string {
  const base = fileURLToPath(folder)
  const entries = ruleFiles(rules, folder).map(
    path => `${relative(base, path)} ${hash('sha256', readFileSync(path))}\n`,
  )
  return hash('sha256', entries.join('')).slice(0, 16)
}

export function ruleFiles(rules: Rules, folder = here): string[] {
  const found = new Set<string>()
  for (const root of rootModules[rules]) addFile(new URL(root, folder), found)
  return [...found].toSorted()
}

function addFile(file: URL, found: Set<string>): void {
  const path = fileURLToPath(file)
  if (found.has(path)) return
  if (file.pathname.endsWith('/')) {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      addFile(new URL(entry.isDirectory() ? `${entry.name}/` : entry.name, file), found)
    }
    return
  }
  found.add(path)
  if (!moduleExtensions.has(extname(path))) return
  for (const reference of referencesIn(readFileSync(path, 'utf8'), path)) {
    addFile(new URL(reference, file), found)
  }
}

const relativeImport = /\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g
const computedImport = /\bimport\s*\(\s*[^'"\s]/
const dataFile = /\bnew URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g

/** The modules and data files that a module references. Throws if a reference cannot be resolved statically. */
function referencesIn(text: string, path: string): string[] {
  const withoutDataFiles = text.replaceAll(dataFile, '')
  if (computedImport.test(text) || withoutDataFiles.includes('import.meta')) {
    throw new Error(
      `${path} is part of the import rules: name the modules and files it reads as literals, import('./…') or new URL('…', import.meta.url)`,
    )
  }
  return [...text.matchAll(relativeImport), ...text.matchAll(dataFile)].map(match => match[2] ?? '')
}
