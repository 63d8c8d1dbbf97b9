// Tables in XML: an element per row, and in it an element per cell.
import { TextDecoder } from 'node:util'
import { XMLParser } from 'fast-xml-parser'
import { type Chunks, UnrecognizedFormatError } from './dump.ts'

const parser = new XMLParser({ parseTagValue: false, isArray: (_, path) => /^rows\.\w+$/.test(String(path)) })

// Found in real files, although XML forbids it: `< 0,5`, `Marks & Spencer`.
const bareAngle = /<(?![!?/]?[A-Za-z_])/g
const bareAmpersand = /&(?!#?\w+;)/g

/**
 * The first row holds the names of the elements. Parsed in pieces of whole rows, because the object of a file of 70 MB takes
 * a gigabyte.
 */
export async function* readXmlTable(chunks: Chunks): AsyncGenerator<unknown[][]> {
  let decoder: TextDecoder | undefined
  let columns: string[] | undefined
  let text = ''
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') throw new UnrecognizedFormatError(chunk)
    decoder ??= new TextDecoder(encodingOf(chunk))
    text += decoder.decode(chunk, { stream: true })
    const tag = rowTagOf(text)
    const start = text.indexOf(`<${tag}>`)
    const end = text.lastIndexOf(`</${tag}>`)
    if (tag === undefined || end < start) continue
    const rows = parseRows(text.slice(start, end), tag)
    // Keeps the end tag of the last row, after which `rowTagOf` finds the next one.
    text = text.slice(end)
    if (columns === undefined) {
      columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
      yield [columns]
    }
    const names = columns
    yield rows.map(row => names.map(name => row[name]))
  }
}

const encodingOf = (head: Buffer) => /^[^>]*encoding="([^"]+)"/.exec(head.toString('latin1'))?.[1] ?? 'utf-8'

/** The first element that follows another tag: within the root, or after the last row. */
const rowTagOf = (text: string) => /(?<!\?)>\s*<(\w+)>/.exec(text)?.[1]

function parseRows(rows: string, tag: string): Record<string, string>[] {
  const wellFormed = `<rows>${rows}</${tag}></rows>`
    .replace(bareAngle, '&lt;')
    .replace(bareAmpersand, '&amp;')
  const parsed = parser.parse(wellFormed) as { rows: Record<string, Record<string, string>[]> }
  return parsed.rows[tag] ?? []
}
