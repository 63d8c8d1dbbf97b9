// The words of the catalog, and their rests, by which a mistyped word finds the one that was meant.
import type { Client } from 'pg'
import { type BuiltTable, buildBeside } from '../database/build-beside.ts'
import { copyInto } from '../database/copy-into.ts'
import { restsToKeep } from '../food/words/nearness.ts'

interface LexiconWord {
  word: string
  foods: number
}

const wordsAWrite = 2_000

/** Two tables built beside the old ones, to be put in place with the foods. */
export async function buildLexicon(
  client: Client,
  foods: string,
  onPhase: (doing: string) => void,
): Promise<BuiltTable[]> {
  const lexicon = await buildBeside(client, 'lexicon', onPhase, async beside => {
    onPhase('counting words')
    await client.query(`
      insert into ${beside} (word, foods)
        select word, ndoc from ts_stat('select words from ${foods}') where word !~ '^@'`)
  })
  const rests = await buildBeside(client, 'lexicon_rests', onPhase, async beside => {
    const { rows } = await client.query<LexiconWord>(`select word, foods from ${lexicon.beside}`)
    await copyInto(client, beside, ['rest', 'word', 'foods'], restLines(rows))
  })
  return [lexicon, rests]
}

function* restLines(words: LexiconWord[]): Generator<string> {
  for (let at = 0; at < words.length; at += wordsAWrite) {
    yield words
      .slice(at, at + wordsAWrite)
      .flatMap(({ word, foods }) => restsToKeep(word).map(rest => `${rest}\t${word}\t${foods}\n`))
      .join('')
  }
}
