import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { Row } from './dump.ts'
import { openDump } from './open-dump.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-dump-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function file(content: string | Buffer): string {
  const path = join(folder, `${files++}.anything`)
  writeFileSync(path, content)
  return path
}

const shown = (row: Row) => `${row.line} ${'product' in row ? JSON.stringify(row.product) : row.malformed}`

async function read(content: string | Buffer): Promise<string[]> {
  const rows: Row[] = []
  for await (const batch of (await openDump(file(content))).rows()) rows.push(...batch)
  return rows.map(shown)
}

/** Prints the format, size and rows of standard input, and the peak memory use. */
function inAnotherProcess(input: Buffer): string {
  const script = `import { openDump } from '${new URL('open-dump.ts', import.meta.url)}'
    let peak = 0
    setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2).unref()
    const dump = await openDump('-')
    for await (const batch of dump.rows()) console.log(dump.format, dump.totalBytes, JSON.stringify(batch))
    console.log(peak)`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { input }).toString()
}

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))))

describe('lines', () => {
  // title, bytes, rows
  const cases: [string, string | Buffer, string[]][] = [
    ['JSON', '{"a":1}\n{"b":2}\n', ['1 {"a":1}', '2 {"b":2}']],
    ['JSON without a last newline', '{"a":1}\n{"b":2}', ['1 {"a":1}', '2 {"b":2}']],
    ['gzip', gzipSync('{"a":1}\n'), ['1 {"a":1}']],
    [
      'gzip in two members',
      Buffer.concat([gzipSync('{"a":1}\n'), gzipSync('{"b":2}\n')]),
      ['1 {"a":1}', '2 {"b":2}'],
    ],
    ['nothing', '', []],
    ['nothing, gzipped', gzipSync(''), []],
    ['blank lines', '\n{"a":1}\n\n  \n{"b":2}\n', ['2 {"a":1}', '5 {"b":2}']],
    ['CRLF', '{"a":1}\r\n\r\n{"b":2}\r\n', ['1 {"a":1}', '3 {"b":2}']],
    ['a byte order mark', '\ufeff{"a":1}\n', ['1 {"a":1}']],
    ['invalid JSON', '{"a":1\n{"b":2}\n', ['1 not-json', '2 {"b":2}']],
    [
      'JSON that is no object',
      '{}\n[1]\n"a"\n3\nnull\n',
      ['1 {}', ...[2, 3, 4, 5].map(n => `${n} not-an-object`)],
    ],
    ['invalid UTF-8', bytes('{"a":"', 0xc3, '"}\n{"b":2}\n'), ['1 not-utf8', '2 {"b":2}']],
    ['NUL in JSON', '{"a":"\0"}\n{"b":2}\n', ['1 not-json', '2 {"b":2}']],
    ['1e999', '{"a":1e999}\n', ['1 {"a":null}']], // Infinity, as JSON shows it
    ['deep nesting', `{"a":${'['.repeat(1e6)}\n{"b":2}\n`, ['1 not-json', '2 {"b":2}']],
    ['a table', 'code\tname\n1\tA\n2\t\n', ['2 {"code":"1","name":"A"}', '3 {"code":"2"}']],
    ['a gzipped table', gzipSync('code\tname\n1\tA\n'), ['2 {"code":"1","name":"A"}']],
    ['a table with CRLF and a mark', '\ufeffcode\tname\r\n1\tA\r\n', ['2 {"code":"1","name":"A"}']],
    ['quotes in a table', 'code\tname\n1\t"A" \\"B\n', ['2 {"code":"1","name":"\\"A\\" \\\\\\"B"}']],
    [
      'cells too few and too many',
      'code\tname\n1\n2\tB\tC\n3\tD\n',
      ['2 wrong-columns', '3 wrong-columns', '4 {"code":"3","name":"D"}'],
    ],
    ['NUL in a table', 'code\tname\n1\t\0\n', ['2 nul-byte']],
    ['invalid UTF-8 in a table', bytes('code\tname\n1\t', 0xff, '\n'), ['2 not-utf8']],
  ]
  it.each(cases)('%s', async (_about, content, rows) => {
    expect(await read(content)).toEqual(rows)
  })

  it.each([
    ['a web page', '<html>\n<p>404</p>\n'],
    ['a zip', bytes('PK', 3, 4, 0, 0, 9, 0, '\n')],
    ['half a Parquet file', 'PAR1 and no more'],
  ])('rejects %s', async (_about, content) => {
    await expect(openDump(file(content))).rejects.toHaveProperty('name', 'UnrecognizedFormatError')
  })
})

describe('damaged files', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    JSON.stringify({ at, text: Math.sin(at).toString(36) }),
  )
  const whole = gzipSync(`${lines.join('\n')}\n`)

  it.each([0.1, 0.5, 0.9, 0.999])(
    'yields the rows before the end of a gzip cut at %d, and reports it',
    async part => {
      const rows = await read(whole.subarray(0, Math.floor(whole.length * part)))
      const products = rows.slice(0, -1)
      expect(rows.at(-1)).toBe(`${rows.length} truncated`)
      expect(products).toEqual(lines.slice(0, products.length).map((line, at) => `${at + 1} ${line}`))
      expect(products.length / lines.length).toBeGreaterThan(part - 0.1)
    },
  )

  it('yields the rows before a wrong byte in a gzip, and reports it', async () => {
    const spoiled = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    spoiled.fill(0xff, middle, middle + 64)
    const rows = await read(spoiled)
    expect(rows.at(-1)).toMatch(/^\d+ corrupt$/)
    expect(rows.length).toBeGreaterThan(5_000)
  })

  it('skips a line of 300 MB without buffering it', () => {
    const long = [Buffer.from('{"a":"'), Buffer.alloc(300e6, 'x'), Buffer.from('"}\n{"b":2}\n')]
    const [first, second, peak] = inAnotherProcess(gzipSync(Buffer.concat(long), { level: 1 }))
      .trim()
      .split('\n')
    expect(first).toBe('jsonl null [{"line":1,"malformed":"too-long"}]')
    expect(second).toBe('jsonl null [{"line":2,"product":{"b":2}}]')
    // Node itself takes 60 MB and more.
    expect(Number(peak)).toBeLessThan(200e6)
  })
})

describe('reading', () => {
  it('yields batches and counts the bytes', async () => {
    const content = '{"a":1}\n'.repeat(100_001)
    const dump = await openDump(file(content))
    const sizes: number[] = []
    for await (const batch of dump.rows()) sizes.push(batch.length)
    expect(dump).toMatchObject({ format: 'jsonl', totalBytes: content.length })
    expect(dump.bytesRead()).toBe(content.length)
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(100_001)
  })

  it('can be stopped early', async () => {
    const dump = await openDump(file(gzipSync('{"a":1}\n'.repeat(1e6))))
    for await (const batch of dump.rows()) {
      expect(batch.length).toBeLessThan(1e6)
      break
    }
  })

  it('reads standard input', () => {
    expect(inAnotherProcess(gzipSync('{"a":1}'))).toMatch('jsonl null [{"line":1,"product":{"a":1}}]\n')
  })

  it('fails for a missing file', async () => {
    await expect(openDump(join(folder, 'none'))).rejects.toHaveProperty('code', 'ENOENT')
  })
})
