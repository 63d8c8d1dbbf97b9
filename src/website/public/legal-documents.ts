// The legal texts of the operator: Markdown files in LEGAL_DIR, such as privacy.md and privacy.de.md.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLocale, type Locale, localeNames } from '../i18n/locales.ts'
import { type MarkdownDocument, readMarkdown } from './markdown.ts'

export const legalPageNames = ['privacy', 'terms', 'imprint'] as const

export type LegalPageName = (typeof legalPageNames)[number]

export interface LegalFile {
  name: string
  page: LegalPageName
  locale: Locale
  /** What the operator still has to fill in. The website does not show such a file. */
  placeholders: string[]
  document: MarkdownDocument
}

/** Without the files that do not belong to a page. Empty files count as missing. */
export async function readLegalFiles(folder: string): Promise<LegalFile[]> {
  const names = await readdir(folder)
  const files = names.sort().map(async (name): Promise<LegalFile | undefined> => {
    const [, base = '', language = defaultLocale] = /^([a-z]+)(?:\.([a-z]{2}))?\.md$/.exec(name) ?? []
    const page = legalPageNames.find(each => each === base)
    const locale = localeNames.find(each => each === language)
    if (page === undefined || locale === undefined) return undefined
    const text = await readFile(join(folder, name), 'utf8')
    if (text.trim() === '') return undefined
    return { name, page, locale, placeholders: placeholdersIn(text), document: readMarkdown(text) }
  })
  return (await Promise.all(files)).filter(file => file !== undefined)
}

/** `{{name and address}}` in the templates. */
function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()))]
}

export interface LegalFolder {
  /** Reads the files again. */
  read(): Promise<void>
  /** Those with a text, in the order of the footer. */
  pages(): readonly LegalPageName[]
  /** The text in this language, otherwise in English, otherwise in the language that it has. */
  find(page: LegalPageName, locale: Locale): LegalFile | undefined
}

export function openLegalFolder(folder: string): LegalFolder {
  let files: LegalFile[] = []
  const find = (page: LegalPageName, locale: Locale) => {
    const texts = files.filter(file => file.page === page)
    const inLanguage = (language: Locale) => texts.find(text => text.locale === language)
    return inLanguage(locale) ?? inLanguage(defaultLocale) ?? texts[0]
  }
  return {
    async read() {
      files = (await readLegalFiles(folder)).filter(({ placeholders }) => placeholders.length === 0)
    },
    pages: () => legalPageNames.filter(page => find(page, defaultLocale) !== undefined),
    find,
  }
}
