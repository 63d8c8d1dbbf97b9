// The types shared by all file formats.

/** Why a line is malformed; the last two affect the rest of the file. */
export type MalformedReason =
  | 'not-json'
  | 'not-an-object'
  | 'not-utf8'
  | 'nul-byte'
  | 'wrong-columns'
  | 'too-long'
  | 'truncated'
  | 'corrupt'

/** Lines count from 1, including blank ones; in a Parquet file, rows count as lines. */
export type Row =
  | { line: number; product: Record<string, unknown> }
  | { line: number; malformed: MalformedReason }

/** Whole lines of a file, or why the next line is lost. */
export type LineBlock =
  | { firstLine: number; bytes: Buffer }
  | { firstLine: number; malformed: MalformedReason }

export interface Dump {
  format: 'jsonl' | 'tsv' | 'parquet' | 'csv' | 'xlsx' | 'xml'
  /** Of the file as stored, compressed or not; null for standard input. Parts that are read twice count twice. */
  totalBytes: number | null
  bytesRead(): number
  /** In batches. */
  rows(): AsyncIterable<Row[]>
  /** For JSON lines, instead of the rows: their bytes, which can be parsed in other threads. Only one can be read, once. */
  jsonLines?: () => AsyncIterable<LineBlock>
}

/** The bytes of a file. A final string means that the rest is lost, and why. */
export type Chunks = AsyncIterable<Buffer | 'truncated' | 'corrupt'>

const messages = {
  'unknown-format':
    'unrecognized file format: expected JSON lines, a tab-separated table or Parquet (optionally gzipped), or for USDA the CSV bundle as a zip file or directory',
  'parquet-needs-a-file': 'a Parquet dump cannot be read from standard input: give the path of the file',
  corrupt: 'the file is damaged: download it again',
  truncated: 'the file is truncated: download it again',
  'missing-table': 'a table is missing: give the complete bundle as published',
  'missing-columns': 'a required column is missing: check that the file is from this source',
  'no-known-foods': 'the file contains no foods that Larder can read',
}

/** The file cannot be read at all; the message says what to do. */
export class UnrecognizedFormatError extends Error {
  override readonly name = 'UnrecognizedFormatError'
  readonly code: keyof typeof messages

  constructor(code: UnrecognizedFormatError['code'], message: string = messages[code]) {
    super(message)
    this.code = code
  }
}
