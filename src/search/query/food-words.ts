// Words that name foods, in the languages of the everyday foods. A query of which only other words were found asks for no food.
import { everydayFoods, everydayLanguages } from '../../food/everyday-foods.ts'
import { baseForm } from '../../language/inflection.ts'
import { tokenize } from '../../language/tokenize.ts'
import { states, stopWords } from './query-words.ts'

/** Rice paper does not make paper a food; crisps and drinks are those of many names. */
const minFoods = 3

/** In these languages, the word that says what a food is comes first: jus d'orange, orange juice. */
const headFirst = new Set<string>(['fr', 'es', 'pl'])

/** What a name without its details says that the food is. */
function headOfName(name: string, language: string): { head: string; isAlone: boolean } | null {
  const words = tokenize(name.split(/[,(]/)[0] ?? '').filter(
    word => !stopWords.has(word) && !states.has(word) && !/\d/.test(word),
  )
  const head = headFirst.has(language) ? words[0] : words.at(-1)
  return head === undefined ? null : { head: baseForm(head), isAlone: words.length === 1 }
}

const foodWords = new Set<string>()
/** The words for foods in languages whose names start with them, and in the others. */
const wordsOfHeadFirstNames = new Set<string>()
const wordsOfOtherNames = new Set<string>()
const foodsByHead = new Map<string, number>()
for (const { names } of everydayFoods) {
  const heads = everydayLanguages.flatMap(language =>
    names[language].flatMap(name => {
      const head = headOfName(name, language)
      if (head !== null) (headFirst.has(language) ? wordsOfHeadFirstNames : wordsOfOtherNames).add(head.head)
      return head ?? []
    }),
  )
  for (const { head, isAlone } of heads) if (isAlone) foodWords.add(head)
  for (const head of new Set(heads.map(each => each.head))) {
    const foods = (foodsByHead.get(head) ?? 0) + 1
    foodsByHead.set(head, foods)
    if (foods >= minFoods) foodWords.add(head)
  }
}

export const isFoodWord = (term: string): boolean => foodWords.has(baseForm(term))

/** They link words in those languages only. */
const linkingWordsOfHeadFirstNames = new Set(['al', 'au', 'aux', 'con', 'd', 'de', 'del', 'du', 'z', 'ze'])

/** The word that says what food a query asks for, if it has such a word; `words` includes linking words. */
export function headOf(words: readonly string[]): string | undefined {
  const foods = words.filter(isFoodWord)
  const isHeadFirst =
    words.some(word => linkingWordsOfHeadFirstNames.has(word)) ||
    foods.some(word => wordsOfHeadFirstNames.has(baseForm(word)) && !wordsOfOtherNames.has(baseForm(word)))
  return isHeadFirst ? foods[0] : foods.at(-1)
}
