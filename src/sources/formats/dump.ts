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
  | {
      line: number
      product: Record<string, unknown>
      /** The digest of the line, for formats whose unchanged lines can be skipped. */
      digest?: Buffer
    }
  | { line: number; malformed: MalformedReason }
  | { line: number; isUnchanged: true }

/** Digests of the lines of earlier imports, which the reader skips before parsing them. */
export interface InputDigests {
  digestOf(line: Buffer): Buffer
  /** Whether an earlier import had the same line; if so, its food is marked as seen. */
  has(digest: Buffer): boolean
}

export interface Dump {
  format: 'jsonl' | 'tsv' | 'parquet' | 'csv'
  /** Of the file as stored, compressed or not; null for standard input. Parts that are read twice count twice. */
  totalBytes: number | null
  bytesRead(): number
  /** Can be read once, in batches. */
  rows: AsyncIterable<Row[]>
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
