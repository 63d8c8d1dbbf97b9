// A file of products on its way from bytes to objects.

/** Why a line is no product; the last two are about the rest of the file. */
export type MalformedRow =
  | 'not-json'
  | 'not-an-object'
  | 'not-utf8'
  | 'nul-byte'
  | 'wrong-columns'
  | 'too-long'
  | 'truncated'
  | 'corrupt'

/** Lines count from 1, also the blank ones; the rows of a Parquet file have no lines and count as such. */
export type Row =
  | {
      line: number
      product: Record<string, unknown>
      /** Of the line, where there is one to compare with that of the next dump. */
      digest?: Buffer
    }
  | { line: number; bad: MalformedRow }
  | { line: number; isKnown: true }

/** The lines of earlier imports, which the reader skips before parsing them. */
export interface LineDigestsOfInput {
  digestOf(line: Buffer): Buffer
  /** Whether an earlier import saw the same line; if so, its food counts as seen. */
  has(digest: Buffer): boolean
}

export interface Dump {
  format: 'jsonl' | 'tsv' | 'parquet' | 'csv'
  /** Of the file as it lies there, compressed or not; null for standard input. A part read twice counts twice. */
  totalBytes: number | null
  bytesRead(): number
  /** To be read once, in batches of some hundred. */
  rows: AsyncIterable<Row[]>
}

/** The bytes of a file in pieces; the word at the end, if any, says that and why the rest is lost. */
export type Pieces = AsyncIterable<Buffer | 'truncated' | 'corrupt'>

const messages = {
  'unknown-format':
    'unrecognized file format: expected JSON lines, a tab-separated table or Parquet, compressed with gzip or not; for USDA a zip with its CSV files, or their folder',
  'parquet-needs-a-file': 'a Parquet dump cannot come from standard input: name the file',
  corrupt: 'the file is damaged: fetch it again',
  truncated: 'the file ends in the middle: fetch it again',
  'missing-table': 'a table is missing: name the whole bundle as its publisher offers it',
  'missing-columns': 'a table lacks a column that Larder needs: is it a file of this source?',
  'no-known-foods': 'the file has no foods that Larder knows how to read',
}

/** Thrown for a file that cannot be read at all; the message says what to do. */
export class UnrecognizedFormatError extends Error {
  override readonly name = 'UnrecognizedFormatError'
  readonly code: keyof typeof messages

  constructor(code: UnrecognizedFormatError['code'], message: string = messages[code]) {
    super(message)
    this.code = code
  }
}
