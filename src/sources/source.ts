import type { SourceId } from '../food/sources.ts'
import type { Dump } from './formats/dump.ts'
import type { RejectedRecord, SourceRecord } from './source-record.ts'

/** Maps one row of a file to a record. */
export type ReadRecord = (product: Record<string, unknown>) => SourceRecord | RejectedRecord

/** Options of an import; a source lists those that it supports in `options`. */
export interface SourceChoices {
  /** The file contains withdrawn products. */
  obsolete?: boolean
  /** The source of all foods in the file, or (`per-line`) each line names its own. */
  source?: SourceId | 'per-line'
}

/** An option of the source's subcommand. */
export interface SourceOption {
  flags: `--${keyof SourceChoices}${string}`
  help: string
  /** If present, the option takes one of these values. It is mandatory unless it has a default. */
  choices?: readonly string[]
  default?: string
}

/** How the publisher names its delta files. */
export interface DeltaNaming {
  /** Its two groups are the start and end of the time range, in Unix seconds. It matches no path separator. */
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
  /** Describes the argument `<file>`. */
  fileHelp: string
  options: readonly SourceOption[]
  /** The field of a row that identifies the record. */
  idField: string
  /** The formats that `open` accepts. */
  formats: readonly Dump['format'][]
  /** The values of `source` that its records may have. */
  ids: readonly SourceId[]
  /** Null if the publisher offers no delta files for `larder sync`. */
  deltas: DeltaNaming | null
  /** Loads the parsers on demand, because most commands need none. `-` is standard input. */
  open(file: string): Promise<Dump>
  /** The reader of the rows of a file of this format. */
  recordReader(format: Dump['format'], choices: SourceChoices): Promise<ReadRecord>
}
