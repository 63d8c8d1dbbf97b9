// Colors code on the server. One regular expression for each language finds its tokens from left to right; what it does
// not match stays plain. Each takes linear time: strings and comments without an end run to the end of the line or text.
import { Markup, markup } from '../shell/markup.ts'

export type CodeLanguage =
  | 'shell'
  | 'json'
  | 'javascript'
  | 'python'
  | 'swift'
  | 'kotlin'
  | 'html'
  | 'sql'
  | 'plain'

/** The classes of the stylesheet: key, string, number, word of the language, comment. */
type Token = 'k' | 's' | 'n' | 'w' | 'c'

interface Grammar {
  tokens: RegExp
  keywords?: Set<string>
  /** The class of a token that is neither a string, a number, a comment nor a word. */
  other?: Token
  /** How a comment starts. */
  comment?: RegExp
}

const words = (list: string): Set<string> => new Set(list.split(' '))

const slashComment = /^\/[/*]/
const hashComment = /^#/

const grammars: Record<Exclude<CodeLanguage, 'html' | 'plain'>, Grammar> = {
  shell: {
    tokens:
      /(?<!\S)#[^\n]*|'[^']*'?|"(?:[^"\\]|\\[\s\S])*"?|(?<=\s)--?[A-Za-z][\w-]*|(?<![\w.:/-])\d+(?:\.\d+)?(?![\w.])|[A-Za-z_][\w.-]*/g,
    keywords: words(
      'curl jq echo if then else fi for do done in while npm npx node apt-get sudo sh sqlite3 gunzip sha256sum',
    ),
    other: 'k',
    comment: hashComment,
  },
  json: {
    tokens: /"(?:[^"\\\n]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+/g,
    keywords: words('true false null'),
  },
  javascript: {
    tokens:
      /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|`(?:[^`\\]|\\[\s\S])*`?|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|(?<![\w$])\d[\d_]*(?:\.\d+)?|[A-Za-z_$][\w$]*/g,
    keywords: words(
      'as async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of return switch throw true try type typeof undefined var void while yield',
    ),
    comment: slashComment,
  },
  python: {
    tokens:
      /#[^\n]*|[fFrRbB]{0,2}(?:"""(?:[^"]|"(?!""))*(?:""")?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<!\w)\d[\d_]*(?:\.\d+)?|[A-Za-z_]\w*/g,
    keywords: words(
      'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda not or pass raise return try while with yield',
    ),
    comment: hashComment,
  },
  swift: {
    tokens: /\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"?|(?<!\w)\d[\d_]*(?:\.\d+)?|[A-Za-z_]\w*/g,
    keywords: words(
      'as async await break case catch class default do else enum extension false for func guard if import in init let nil return self static struct switch throw throws true try var where while',
    ),
    comment: slashComment,
  },
  kotlin: {
    tokens: /\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"?|@\w+|(?<!\w)\d[\d_]*(?:\.\d+)?|[A-Za-z_]\w*/g,
    keywords: words(
      'as break class continue data do else false for fun if import in interface is null object return sealed suspend this throw true try typealias val var when while',
    ),
    other: 'k',
    comment: slashComment,
  },
  sql: {
    tokens: /--[^\n]*|'(?:[^']|'')*'?|"[^"\n]*"?|(?<!\w)\d+(?:\.\d+)?|[A-Za-z_]\w*/g,
    keywords: words(
      'and as asc by desc from in is join like limit match not null on or order select using where',
    ),
    comment: /^--/,
  },
}

const maxCached = 500
const cached = new Map<string, Markup>()

/** Samples are few and the same in every response, so each is colored once. */
export function highlight(text: string, language: CodeLanguage): Markup {
  const key = `${language} ${text}`
  const known = cached.get(key)
  if (known) return known
  if (cached.size >= maxCached) cached.clear()
  const colored = highlightOnce(text, language)
  cached.set(key, colored)
  return colored
}

/** For code that differs in every response, such as the JSON of a food. */
export function highlightOnce(text: string, language: CodeLanguage): Markup {
  if (language === 'plain') return markup`${text}`
  return new Markup(language === 'html' ? colorHtml(text) : color(text, language))
}

function color(text: string, language: keyof typeof grammars): string {
  const grammar = grammars[language]
  let html = ''
  let end = 0
  for (const { 0: token, index } of text.matchAll(grammar.tokens)) {
    const kind = language === 'json' && isKey(text, token, index) ? 'k' : kindOf(token, grammar)
    if (kind === undefined) continue
    html += escapeText(text.slice(end, index)) + span(kind, token)
    end = index + token.length
  }
  return html + escapeText(text.slice(end))
}

function kindOf(token: string, { keywords, other, comment }: Grammar): Token | undefined {
  if (comment?.test(token)) return 'c'
  if (/^[a-zA-Z]{0,2}["'`]/.test(token)) return 's'
  if (/^-?\d/.test(token)) return 'n'
  if (/^[A-Za-z_$]/.test(token)) return keywords?.has(token) ? 'w' : undefined
  return other
}

const isKey = (text: string, token: string, index: number): boolean =>
  token.startsWith('"') && text.charAt(index + token.length) === ':'

const scriptTag = /^<script\b/i

/** Tags are colored part by part, and what is between script tags as JavaScript. */
function colorHtml(text: string): string {
  let html = ''
  let end = 0
  let isScript = false
  const between = (part: string) => (isScript ? color(part, 'javascript') : escapeText(part))
  for (const { 0: tag, index } of text.matchAll(/<!--(?:[^-]|-(?!->))*(?:-->)?|<[!/A-Za-z][^<>]*>?/g)) {
    if (isScript && !/^<\/script/i.test(tag)) continue
    html += between(text.slice(end, index)) + (tag.startsWith('<!--') ? span('c', tag) : colorTag(tag))
    end = index + tag.length
    isScript = scriptTag.test(tag)
  }
  return html + between(text.slice(end))
}

function colorTag(tag: string): string {
  let html = ''
  let end = 0
  for (const { 0: token, index } of tag.matchAll(/^<[!/]?[\w-]+|"[^"]*"?|'[^']*'?|[\w-]+/g)) {
    const kind = token.startsWith('<') ? 'w' : /^["']/.test(token) ? 's' : 'k'
    html += escapeText(tag.slice(end, index)) + span(kind, token)
    end = index + token.length
  }
  return html + escapeText(tag.slice(end))
}

const span = (kind: Token, text: string): string => `<span class="tk-${kind}">${escapeText(text)}</span>`

const escapeText = (text: string): string => markup`${text}`.html
