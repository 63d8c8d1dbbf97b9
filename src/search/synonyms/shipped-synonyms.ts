// The synonyms that Larder ships: regional.txt for English, everyday-foods/ for other languages.
import { readdirSync, readFileSync } from 'node:fs'
import { parseSynonyms, type SynonymName, type SynonymRule } from './parse-synonyms.ts'

const regional = new URL('./regional.txt', import.meta.url)
const everydayFoods = new URL('./everyday-foods/', import.meta.url)

/** Regional names first, then the foods of each language with their names in English. */
export function readShippedSynonyms(): SynonymRule[] {
  const english = readRegionalSynonyms()
  const equivalents = new Map(
    english
      .filter(({ phrases, targets }) => phrases === targets)
      .flatMap(({ phrases }) => phrases.map(({ key }): [string, SynonymName[]] => [key, phrases])),
  )
  // Courgette for a reader in Britain is zucchini for one in the States, and a catalog has foods of both.
  const others = readEverydayFoods().map(({ phrases, targets }) => ({
    phrases,
    targets: targets.flatMap(name => [name, ...(equivalents.get(name.key) ?? [])]),
  }))
  return [...english, ...others]
}

function readRegionalSynonyms(): SynonymRule[] {
  return parseSynonyms(readFileSync(regional, 'utf8'), 'regional.txt')
}

/** `Ei, Eier => egg`, from one file per language. */
function readEverydayFoods(): SynonymRule[] {
  return readdirSync(everydayFoods)
    .filter(name => name.endsWith('.txt'))
    .sort()
    .flatMap(name => parseSynonyms(readFileSync(new URL(name, everydayFoods), 'utf8'), name))
}
