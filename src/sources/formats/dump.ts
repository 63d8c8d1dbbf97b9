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
export interface KnownLinesOfAKind {
  digestOf(line: Buffer): Buffer
  /** Whether an earlier import saw the same line; if so, its food counts as seen. */
  has(digest: Buffer): boolean
}

export interface Dump {
  format: 'jsonl' | 'tsv' | 'parquet' | 'usda'
  /** Of the file as it lies there, compressed or not; null for standard input. A part read twice counts twice. */
  totalBytes: number | null
  bytesRead(): number
  /** To be read once, in batches of some hundred. */
  rows: AsyncIterable<Row[]>
}

/** The bytes of a file in pieces; the word at the end, if any, says that and why the rest is lost. */
export type Pieces = AsyncIterable<Buffer | 'truncated' | 'corrupt'>

/** Thrown for a file that is no dump at all; `code` tells why. */
export class UnrecognizedFormatError extends Error {
  override readonly name = 'UnrecognizedFormatError'
  readonly code:
    | 'unknown-format'
    | 'parquet-needs-a-file'
    | 'corrupt'
    | 'truncated'
    | 'missing-table'
    | 'no-known-foods'
    | 'missing-columns'

  constructor(code: UnrecognizedFormatError['code']) {
    super(`unrecognized format: ${code}`)
    this.code = code
  }
}
