// Questions about a food: "how many calories in a banana", "is avocado high in fat", "nutella calories".
import { measuredAmountEnd, rateEnd } from './amounts.ts'
import { markRemoved, matchPhrase, phraseLength, type QueryItem, skipPhrases } from './query-items.ts'
import { role } from './query-words.ts'

const anyNutrient = role.nutrient | role.nutrientInQuestion

/** Marks the words that ask as removed, and returns whether there are any. */
export function removeQuestion(items: QueryItem[]): boolean {
  const opening = openingEnd(items)
  const { end: start, isOpened } = questionStart(items, opening)
  markRemoved(items, 0, start)
  const tail = questionTailStart(items, start, isOpened)
  markRemoved(items, tail, items.length)
  if (tail < items.length && start === 0) markRemoved(items, 0, phraseLength(items, 0, role.definite))
  return tail < items.length || start > opening
}

/** Takes "please" and "for breakfast" off the end, and returns them as removed. */
export function takeClosing(items: QueryItem[]): QueryItem[] {
  for (let start = 1; start < items.length; start++) {
    if (skipPhrases(items, start, role.closing) < items.length) continue
    markRemoved(items, start, items.length)
    return items.splice(start)
  }
  return []
}

/** Must run before attributes are found: "high in protein" is one unless it is what the question asks. */
export function removeYesNoQuestion(items: QueryItem[]): boolean {
  const opening = phraseLength(items, 0, role.yesNo)
  if (opening === 0) return false
  // "Es saludable el aguacate" judges first.
  const judged = skipPhrases(items, opening, role.judgement)
  const start = skipPhrases(items, judged, role.definite | role.indefinite)
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
  const end = skipPhrases(items, 0, role.request)
  return end < items.length ? end : 0
}

interface QuestionStart {
  end: number
  /** Whether it starts with a question word. */
  isOpened: boolean
}

/** "How many calories are there in", "protein content of", "kcal". */
function questionStart(items: QueryItem[], start: number): QuestionStart {
  const opened = start + phraseLength(items, start, role.question)
  const isOpened = opened > start
  const asked = askedNutrients(items, opened, isOpened)
  if (!isOpened && (asked.roles & anyNutrient) === 0) return { end: start, isOpened }
  const isCertain = isOpened || (asked.roles & (role.nutrient | role.content)) !== 0
  // "Sugar in orange juice" asks for sugar, "sugar cookies" and "sucre de canne" do not.
  const isIn = phraseLength(items, asked.end, role.in) > 0 && phraseLength(items, asked.end, role.of) === 0
  const amount = measuredAmountEnd(items, asked.end)
  const isOfAmount = amount > asked.end && amount < items.length
  if (!isCertain && !isIn && !isOfAmount) return { end: start, isOpened }
  const verbs = isOpened ? role.verb | role.indefinite : 0
  const end = skipPhrases(items, asked.end, role.in | role.of | role.definite | verbs)
  if (end < items.length) return { end, isOpened }
  // "What is sugar": the last thing is the food.
  const afterVerb = skipPhrases(items, opened, role.verb | role.definite | role.indefinite)
  return { end: isOpened && afterVerb < items.length ? afterVerb : start, isOpened }
}

function askedNutrients(
  items: QueryItem[],
  start: number,
  isOpened: boolean,
): { end: number; roles: number } {
  let end = start
  let roles = 0
  for (;;) {
    const { length, node } = matchPhrase(items, end, anyNutrient | role.content)
    if (length > 0) {
      roles |= node.roles
      end += length
      continue
    }
    // "How many grams of protein", "calories and protein".
    const links = roles === 0 ? role.definite | role.unit | role.of : role.and | role.definite
    const linked = isOpened || roles !== 0 ? skipPhrases(items, end, links) : end
    if (linked === end || phraseLength(items, linked, anyNutrient | role.content) === 0) {
      return { end, roles: roles & (anyNutrient | role.content) }
    }
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

const tailRoles = anyNutrient | role.content | role.question | role.verb | role.judgement

/** What the items from here to the end are when all of them can belong to a question, otherwise null. */
function tailFrom(items: QueryItem[], from: number): Tail | null {
  const first = phraseLength(
    items,
    from,
    anyNutrient | role.question | role.verb | role.judgement | role.per | role.content,
  )
  if (first === 0 && rateEnd(items, from) === from) return null
  let seen = 0
  let hasRate = false
  // "Whey protein calories" asks for the calories of whey protein.
  let isUndecided = phraseLength(items, from, role.nutrientInQuestion) > 0
  for (let index = from; index < items.length; ) {
    const rate = rateEnd(items, index)
    const amount = rate > index ? rate : index > from ? measuredAmountEnd(items, index) : index
    if (amount > index) {
      hasRate ||= rate > index
      index = amount
      isUndecided = false
      continue
    }
    const { length, node } = matchPhrase(items, index, tailRoles)
    if (length === 0) {
      const link = index > from ? phraseLength(items, index, role.and | role.in | role.of | role.definite) : 0
      if (link === 0) return null
      index += link
      isUndecided = false
      continue
    }
    const { roles } = node
    if (isUndecided && index > from && (roles & role.nutrient) !== 0) return null
    seen |= roles
    if ((roles & role.nutrientInQuestion) === 0) isUndecided = false
    index += length
  }
  const asks = (seen & anyNutrient) !== 0
  return {
    isCertain:
      hasRate || (seen & role.nutrient) !== 0 || (asks && (seen & (role.question | role.content)) !== 0),
    asks,
    judges: (seen & role.judgement) !== 0,
    hasVerb: (seen & role.verb) !== 0,
  }
}
