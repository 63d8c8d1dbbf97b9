// A file of products on its way from bytes to objects.

/** Why a line is no product; the last two are about the rest of the file. */
export type Bad =
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
  | { line: number; bad: Bad }
  | { line: number; isKnown: true }

export interface Dump {
  form: 'jsonl' | 'tsv' | 'parquet' | 'usda'
  /** Of the file as it lies there, compressed or not; null for standard input. A part read twice counts twice. */
  totalBytes: number | null
  bytesRead(): number
  /** To be read once, in batches of some hundred. */
  rows: AsyncIterable<Row[]>
}

/** The bytes of a file in pieces; the word at the end, if any, says that and why the rest is lost. */
export type Pieces = AsyncIterable<Buffer | 'truncated' | 'corrupt'>

/** Thrown for a file that is no dump at all; `code` tells why. */
export class NotADump extends Error {
  override readonly name = 'NotADump'
  readonly code:
    | 'unknown-form'
    | 'parquet-needs-a-file'
    | 'corrupt'
    | 'truncated'
    | 'missing-table'
    | 'no-known-foods'
    | 'missing-columns'

  constructor(code: NotADump['code']) {
    super(`not a dump: ${code}`)
    this.code = code
  }
}
