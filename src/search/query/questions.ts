// Questions about a food: "how many calories in a banana", "is avocado high in fat", "nutella calories".
import { measuredAmountEnd, rateEnd } from './amounts.ts'
import { hasRole, type Phrase, type Role } from './phrases.ts'
import { markRemoved, matchPhrase, phraseLength, type QueryItem, skipPhrases } from './query-items.ts'

const anyNutrient = ['nutrient', 'nutrientInQuestion'] as const satisfies Role[]

/** Marks the words that ask as removed, and returns whether there are any. */
export function removeQuestion(items: QueryItem[]): boolean {
  const opening = openingEnd(items)
  const { end: start, isOpened } = questionStart(items, opening)
  markRemoved(items, 0, start)
  const tail = questionTailStart(items, start, isOpened)
  markRemoved(items, tail, items.length)
  if (tail < items.length && start === 0) markRemoved(items, 0, phraseLength(items, 0, 'definite'))
  return tail < items.length || start > opening
}

/** Takes "please" and "for breakfast" off the end, and returns them as removed. */
export function takeClosing(items: QueryItem[]): QueryItem[] {
  for (let start = 1; start < items.length; start++) {
    if (skipPhrases(items, start, 'closing') < items.length) continue
    markRemoved(items, start, items.length)
    return items.splice(start)
  }
  return []
}

/** Must run before attributes are found: "high in protein" is one unless it is what the question asks. */
export function removeYesNoQuestion(items: QueryItem[]): boolean {
  const opening = phraseLength(items, 0, 'yesNo')
  if (opening === 0) return false
  // "Es saludable el aguacate" judges first.
  const judged = skipPhrases(items, opening, 'judgement')
  const start = skipPhrases(items, judged, 'definite', 'indefinite')
  if (judged > opening && start < items.length) {
    markRemoved(items, 0, start)
    return true
  }
  for (let from = start + 1; from < items.length; from++) {
    const tail = tailFrom(items, from)
    if (tail === null || !(tail.judges || (tail.hasVerb && tail.asks))) continue
    markRemoved(items, 0, start)
    markRemoved(items, from, items.length)
    return true
  }
  return false
}

function openingEnd(items: QueryItem[]): number {
  const end = skipPhrases(items, 0, 'request')
  return end < items.length ? end : 0
}

interface QuestionStart {
  end: number
  /** Whether it starts with a question word. */
  isOpened: boolean
}

/** "How many calories are there in", "protein content of", "kcal". */
function questionStart(items: QueryItem[], start: number): QuestionStart {
  const opened = start + phraseLength(items, start, 'question')
  const isOpened = opened > start
  const asked = askedNutrients(items, opened, isOpened)
  if (!isOpened && !asked.phrases.some(phrase => hasRole(phrase, anyNutrient)))
    return { end: start, isOpened }
  const isCertain = isOpened || asked.phrases.some(phrase => hasRole(phrase, ['nutrient', 'content']))
  // "Sugar in orange juice" asks for sugar, "sugar cookies" and "sucre de canne" do not.
  const isIn = phraseLength(items, asked.end, 'in') > 0 && phraseLength(items, asked.end, 'of') === 0
  const amount = measuredAmountEnd(items, asked.end)
  const isOfAmount = amount > asked.end && amount < items.length
  if (!isCertain && !isIn && !isOfAmount) return { end: start, isOpened }
  const verbs: Role[] = isOpened ? ['verb', 'indefinite'] : []
  const end = skipPhrases(items, asked.end, 'in', 'of', 'definite', ...verbs)
  if (end < items.length) return { end, isOpened }
  // "What is sugar": the last thing is the food.
  const afterVerb = skipPhrases(items, opened, 'verb', 'definite', 'indefinite')
  return { end: isOpened && afterVerb < items.length ? afterVerb : start, isOpened }
}

/** The nutrients that follow each other from `start`, with words such as "content". */
function askedNutrients(
  items: QueryItem[],
  start: number,
  isOpened: boolean,
): { end: number; phrases: Phrase[] } {
  const phrases: Phrase[] = []
  let end = start
  for (;;) {
    const { length, phrase } = matchPhrase(items, end, ...anyNutrient, 'content')
    if (length > 0) {
      phrases.push(phrase)
      end += length
      continue
    }
    // "How many grams of protein", "calories and protein".
    const isFirst = phrases.length === 0
    const links: Role[] = isFirst ? ['definite', 'unit', 'of'] : ['and', 'definite']
    const linked = isOpened || !isFirst ? skipPhrases(items, end, ...links) : end
    if (linked === end || phraseLength(items, linked, ...anyNutrient, 'content') === 0)
      return { end, phrases }
    end = linked
  }
}

interface Tail {
  /** Whether its words can only be a question. */
  isCertain: boolean
  /** Whether it names a nutrient. */
  asks: boolean
  judges: boolean
  hasVerb: boolean
}

/** Where "nutrition facts", "protein per 100 g" or "how many calories" starts at the end of the query. */
function questionTailStart(items: QueryItem[], start: number, isOpened: boolean): number {
  for (let from = start + 1; from < items.length; from++) {
    const tail = tailFrom(items, from)
    if (tail !== null && (tail.isCertain || (isOpened && tail.hasVerb))) return from
  }
  return items.length
}

const tailRoles = [...anyNutrient, 'content', 'question', 'verb', 'judgement'] as const satisfies Role[]

/** What the items from here to the end are when all of them can belong to a question, otherwise null. */
function tailFrom(items: QueryItem[], from: number): Tail | null {
  const first = phraseLength(items, from, ...tailRoles, 'per')
  if (first === 0 && rateEnd(items, from) === from) return null
  const seen: Phrase[] = []
  let hasRate = false
  // "Whey protein calories" asks for the calories of whey protein.
  let isUndecided = phraseLength(items, from, 'nutrientInQuestion') > 0
  for (let index = from; index < items.length; ) {
    const rate = rateEnd(items, index)
    const amount = rate > index ? rate : index > from ? measuredAmountEnd(items, index) : index
    if (amount > index) {
      hasRate ||= rate > index
      index = amount
      isUndecided = false
      continue
    }
    const { length, phrase } = matchPhrase(items, index, ...tailRoles)
    if (length === 0) {
      const link = index > from ? phraseLength(items, index, 'and', 'in', 'of', 'definite') : 0
      if (link === 0) return null
      index += link
      isUndecided = false
      continue
    }
    if (isUndecided && index > from && hasRole(phrase, ['nutrient'])) return null
    seen.push(phrase)
    if (!hasRole(phrase, ['nutrientInQuestion'])) isUndecided = false
    index += length
  }
  const has = (...roles: Role[]) => seen.some(phrase => hasRole(phrase, roles))
  const asks = has(...anyNutrient)
  return {
    isCertain: hasRate || has('nutrient') || (asks && has('question', 'content')),
    asks,
    judges: has('judgement'),
    hasVerb: has('verb'),
  }
}
