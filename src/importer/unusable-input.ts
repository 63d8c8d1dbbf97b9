// What to do about lines of a file that were not imported.
import { sourceIds } from '../food/sources.ts'
import type { Source } from '../sources/source.ts'

type Advice = (source: Source) => string

const missingId: Advice = ({ name, idField, fileHelp }) =>
  `without a usable ${idField}, which identifies a record in files of \`larder import ${name}\`: give every record one, or import the right file (${fileHelp})`

const rejectedAdvice: Record<string, Advice> = {
  'no-source-id': missingId,
  'no-code': missingId,
  'no-name': ({ fileHelp }) =>
    `without a usable name: give every record a name, or import the right file (${fileHelp})`,
  'not-an-object': () => 'that are not JSON objects: write one object per line',
  'not-food': () => 'that are not food, such as cosmetics or pet food: import a file of foods',
  'out-of-scope': () =>
    'of other countries or languages than the catalog: import another file, or change the scope with `larder bootstrap`',
  'unknown-source': () =>
    `without a known source: give every line a source (${sourceIds.join(', ')}), or pass --source`,
}

const malformedAdvice: Record<string, Advice> = {
  'not-json': () => 'that are not JSON: write one JSON object per line, without line breaks in it',
  'not-an-object': () => 'that are JSON but not an object: write one object per line, not an array',
  'not-utf8': () => 'that are not UTF-8: convert the file, for example with iconv',
  'nul-byte': () => 'with a NUL byte: download the file again',
  'too-long': () => 'that are too long for one record: put every record on its own line',
  'wrong-columns': () => 'with more or fewer columns than the header: export or download the file again',
}

/** `3 records without a usable code, …` for each reason, with what to do next. */
export const explainRejected = (counts: Record<string, number>, source: Source): string =>
  explain(counts, 'record', rejectedAdvice, source)

export const explainMalformed = (counts: Record<string, number>, source: Source): string =>
  explain(counts, 'line', malformedAdvice, source)

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function explain(
  counts: Record<string, number>,
  noun: string,
  advice: Record<string, Advice>,
  source: Source,
): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${plural(count, noun)} ${advice[reason]?.(source) ?? `(${reason})`}`)
    .join('; ')
}
