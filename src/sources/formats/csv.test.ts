import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable } from './csv.ts'
import type { Row } from './dump.ts'

async function* cut(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Each line as `number text|text`, or as its number and why it is malformed. */
async function read(content: string | Buffer, columns = ['id', 'name'], pieceSize = 1e6): Promise<string[]> {
  const lines: string[] = []
  const add = (rows: Row[]) => {
    for (const row of rows) lines.push(`${row.line} ${'malformed' in row ? row.malformed : ''}`)
  }
  const table = readTable(cut(content, pieceSize), columns, cells => {
    lines.push(`${cells.line} ${columns.map((_, at) => cells.text(at)).join('|')}`)
  })
  for await (const batch of table) add(batch)
  return lines
}

// title, bytes, lines
const cases: [string, string | Buffer, string[]][] = [
  ['plain', 'id,name\n1,Oats\n2,Rye\n', ['2 1|Oats', '3 2|Rye']],
  ['all quoted', '"id","name"\n"1","Oats"\n', ['2 1|Oats']],
  ['no last newline', 'id,name\n1,Oats\n2,Rye', ['2 1|Oats', '3 2|Rye']],
  ['no last newline behind a quote', 'id,name\n1,"Oats"', ['2 1|Oats']],
  ['CRLF and a byte order mark', '\ufeff"id","name"\r\n"1",Oats\r\n2,"Rye"\r\n', ['2 1|Oats', '3 2|Rye']],
  ['commas and newlines in quotes', 'id,name\n1,"Oats,\nrolled"\n2,Rye\n', ['2 1|Oats,\nrolled', '3 2|Rye']],
  ['quotes in quotes', 'id,name\n1,"9"" pie, ""the"" one"""\n', ['2 1|9" pie, "the" one"']],
  ['a quote inside a plain cell', 'id,name\n1,9" pie\n2,Rye\n', ['2 1|9" pie', '3 2|Rye']],
  ['empty cells', 'id,name\n,\n"",""\n', ['2 |', '3 |']],
  ['other columns around', 'x,name,y,id,z\n,Oats,"a,b",1,\n', ['2 1|Oats']],
  [
    'cells too few and too many',
    'id,name\n1\n2,Rye,\n3,Teff\n',
    ['4 3|Teff', '2 wrong-columns', '3 wrong-columns'],
  ],
  ['blank lines', 'id,name\n\n1,Oats\n\r\n', ['3 1|Oats']],
  ['letters of all kinds', 'id,name\n1,Jalapeño 酢 🌶\n', ['2 1|Jalapeño 酢 🌶']],
  ['only a header', 'id,name\n', []],
]

describe.each([1e6, 7, 1])('in chunks of %d bytes', size => {
  it.each(cases)('%s', async (_about, content, lines) => {
    expect((await read(content, undefined, size)).sort()).toEqual([...lines].sort())
  })
})

it('treats a missing optional column as empty', async () => {
  expect(await read('name,id\nOats,1\n', ['id', 'brand?', 'name?'])).toEqual(['2 1||Oats'])
})

it('rejects a table without the required columns', async () => {
  await expect(read('id,title\n1,Oats\n')).rejects.toMatchObject({
    name: 'UnrecognizedFormatError',
    code: 'missing-columns',
  })
})

it('rejects an unclosed quote', async () => {
  const open = `id,name\n1,"Oats\n${'2,Rye\n'.repeat(1e6)}`
  await expect(read(open, undefined, 1e5)).rejects.toMatchObject({
    name: 'MalformedCsvError',
    reason: 'corrupt',
    line: 2,
  })
  await expect(read('id,name\n1,"Oats\n')).rejects.toMatchObject({ reason: 'truncated', line: 2 })
})

it('parses numbers', async () => {
  const numbers: unknown[] = []
  const columns = ['code', 'amount']
  const content =
    'code,amount\n0 - 00012-3,1.50\n"",\nnone,-0.5\n00014099999000018,1e3\n,"x"\n,.\n, \n,.25\n,0.30000000000000004\n'
  for await (const _ of readTable(cut(content, 1e6), columns, cells =>
    numbers.push([cells.digits(0), cells.decimal(1)]),
  ));
  expect(numbers).toEqual([
    [123, 1.5],
    [0, Number.NaN],
    [0, -0.5],
    [14099999000018, 1000],
    [0, Number.NaN],
    [0, Number.NaN],
    [0, Number.NaN],
    [0, 0.25],
    [0, 0.1 + 0.2],
  ])
})

it('reads any cells in chunks of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\n', '\r') })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell)), fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const content = ['id,name', ...rows.map(cells => cells.map(quoted).join(','))].join('\n')
      expect(await read(content, undefined, size)).toEqual(
        rows.map(([id, name], at) => `${at + 2} ${id}|${name}`),
      )
    }),
  )
})
