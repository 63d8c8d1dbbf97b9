// The fingerprint of the rules that shape a stored food. It is part of every line's digest, so a changed rule makes
// the next import reprocess the lines. It is computed from the files of the running program, TypeScript or compiled,
// by following imports from the root modules, so that no rule can be missed.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** All modules that these import, directly or indirectly, are rules, and so are the data files that they read. */
const rootModules = ['./judge-record', './judge-by-peers', './resolve-records']

const moduleExtensions = new Set(['.ts', '.tsx', '.js'])

/** `folder` is the folder of this module; tests pass a copy of it. */
export function rulesFingerprint(folder = new URL('./', import.meta.url), roots = rootModules): string {
  const base = fileURLToPath(folder)
  const entries = ruleFiles(folder, roots).map(
    path => `${relative(base, path)} ${hash('sha256', readFileSync(path))}\n`,
  )
  return hash('sha256', entries.join('')).slice(0, 16)
}

export function ruleFiles(folder = new URL('./', import.meta.url), roots = rootModules): string[] {
  const found = new Set<string>()
  for (const root of roots) addFile(new URL(root + extname(import.meta.url), folder), found)
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
