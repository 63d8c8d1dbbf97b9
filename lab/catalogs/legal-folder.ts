// The templates of the legal pages, filled in.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legalPageNames } from '../../src/website/public/legal-documents.ts'

const legalTemplates = 'deploy/legal'

/** With further files, by name. */
export function createLegalFolder(files: Record<string, string> = {}): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'larder-legal-'))
  for (const page of legalPageNames) {
    const template = readFileSync(join(legalTemplates, `${page}.md`), 'utf8')
    writeFileSync(join(path, `${page}.md`), template.replace(/\{\{([^{}]*)\}\}/g, '$1'))
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return { path, remove: () => rmSync(path, { recursive: true }) }
}
