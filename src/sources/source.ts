import type { SourceId } from '../food/sources.ts'
import type { Dump, LineDigestsOfInput } from './formats/dump.ts'
import type { RejectedRecord, SourceRecord } from './source-record.ts'

/** Maps one row of a file to a record. */
export type ReadRecord = (product: Record<string, unknown>) => SourceRecord | RejectedRecord

/** What the caller says about a file; a source lists those that it understands in `options`. */
export interface SourceChoices {
  /** The file holds products that were withdrawn. */
  obsolete?: boolean
  /** The source of all foods in the file, or (`per-line`) each line names its own. */
  source?: SourceId | 'per-line'
}

/** An option of the source's subcommand. */
export interface SourceOption {
  flags: `--${keyof SourceChoices}${string}`
  help: string
  /** With these the option takes one of them as its value, and is mandatory. */
  choices?: readonly string[]
}

export interface OpenFile {
  dump: Dump
  readRecord: ReadRecord
}

/** How the publisher names the files with the changes of a span of time. */
export interface DeltaNaming {
  /** Its two groups are the beginning and the end of the span, in Unix seconds. It matches no path separator. */
  pattern: RegExp
  example: string
}

/**
 * A source of foods: its subcommand of `larder import`, and how its files become records. Facts that are also
 * needed elsewhere (label, licence, links, trust) are in src/food/sources.ts.
 */
export interface Source {
  /** The name of the subcommand. */
  name: string
  help: string
  /** What the argument `<file>` may be. */
  fileHelp: string
  options: readonly SourceOption[]
  /** The formats that `open` accepts. */
  formats: readonly Dump['format'][]
  /** The values of `source` that its records may have. */
  ids: readonly SourceId[]
  /** Null where the publisher offers no delta files for `larder sync`. */
  deltas: DeltaNaming | null
  /** Loads the parsers only now: most commands need none. `-` is standard input. */
  open(file: string, choices: SourceChoices, known: LineDigestsOfInput): Promise<OpenFile>
}
