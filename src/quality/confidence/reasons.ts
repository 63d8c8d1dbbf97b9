// Why a food has its confidence, in sentences for the reader of its page: first where the score begins, then
// what each part of the formula adds, so that the numbers add up to the confidence.

import { mandatoryEuNutrients, type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import { sourceFacts } from '../../food/sources.ts'
import type { CandidateFood, QualityFlag } from '../candidate-food.ts'
import {
  energyCanBeCompared,
  energyDeviation,
  maxEnergyStated,
  minEnergyStated,
} from '../plausibility/energy.ts'
import { effectOf, wordsFor } from '../plausibility.ts'
import { type Class, classes } from './classes.ts'
import { ageOf, isComplete, noAgreement, type Parts, weights } from './score.ts'

export interface Reason {
  code: string
  text: string
}

/** `parts` and the class belong to the same draft; they are not computed twice for each of millions of foods. */
export function reasonsFor(draft: CandidateFood, is: Class, parts: Parts, now: number): Reason[] {
  const add = (part: keyof Parts, { code, text }: Reason): Reason => {
    const { most, written } = mostOf[is][part]
    return { code, text: `${text} (+${decimals(most * parts[part])} of ${written})` }
  }
  const { floor, ceiling } = classes[is]
  return [
    {
      code: is === 'sparse' && isComplete(draft) ? 'doubted' : is,
      text: `${classSentence(draft, is)} The score lies between ${floor} and ${ceiling}.`,
    },
    add('completeness', nutrientsReason(draft)),
    add('plausibility', plausibilityReason(draft)),
    add('source', { code: 'source', text: sourceFacts[draft.source].provenance }),
    add('age', ageReason(draft, now)),
    add('agreement', agreementReason(draft)),
  ]
}

const decimals = (number: number) => String(Math.round(number * 1_000) / 1_000)

const mostOfClass = ({ floor, ceiling }: { floor: number; ceiling: number }) => {
  const mostOfPart = (part: keyof Parts) => {
    const most = weights[part] * (ceiling - floor)
    return { most, written: decimals(most) }
  }
  return {
    completeness: mostOfPart('completeness'),
    plausibility: mostOfPart('plausibility'),
    source: mostOfPart('source'),
    age: mostOfPart('age'),
    agreement: mostOfPart('agreement'),
  }
}

/** What a part can add at most to a food of the class. */
const mostOf = {
  complete: mostOfClass(classes.complete),
  sparse: mostOfClass(classes.sparse),
  empty: mostOfClass(classes.empty),
  estimate: mostOfClass(classes.estimate),
}

function classSentence(draft: CandidateFood, is: Class): string {
  switch (is) {
    case 'complete':
      return 'All seven values of a European label are known and no check doubts them.'
    case 'sparse':
      return isComplete(draft)
        ? 'The label is complete, but a check doubts it.'
        : `The label is not complete: no ${list(mandatoryEuNutrients.filter(nutrient => draft[nutrient] === null))}.`
    case 'empty':
      return 'No nutrient is known.'
    case 'estimate':
      return 'The values are an AI estimate and stand on no label.'
  }
}

function nutrientsReason(draft: CandidateFood): Reason {
  let known = 0
  for (const nutrient of counted) if (draft[nutrient] !== null) known++
  return { code: 'nutrients', text: `${known} of ${counted.length} nutrients are known` }
}

const counted = nutrients.filter(nutrient => nutrientTable[nutrient].confidenceWeight > 0)

/** The code is that of the first objection, so that a page can link to its rule. */
function plausibilityReason(draft: CandidateFood): Reason {
  const objections = draft.quality_flags.filter(note => effectOf(note) !== undefined)
  const rules = [...new Set(objections.map(note => note.rule))]
  const [first] = rules
  if (first === undefined) return { code: 'plausible', text: 'No check found anything odd' }
  const told = rules.slice(0, 3).map(rule =>
    objection(
      draft,
      objections.filter(note => note.rule === rule),
    ),
  )
  const untold =
    rules.length > told.length ? [`${count(rules.length - told.length, 'more check')} objected`] : []
  return { code: first, text: [...told, ...untold].join('. ') }
}

function objection(draft: CandidateFood, flags: QualityFlag[]): string {
  const [note] = flags
  if (note === undefined) return ''
  if (note.rule === 'energy-mismatch') return mismatchSentence(draft)
  const said = wordsFor(note)
  if (effectOf(note) === 'doubt') return said
  const done = effectOf(note) === 'null' ? 'taken out' : 'converted'
  return `${said}; ${flags.map(foundIn).join(', ')} ${flags.length === 1 ? 'was' : 'were'} ${done}`
}

function mismatchSentence(draft: CandidateFood): string {
  const least = Math.round(minEnergyStated(draft))
  const most = Math.round(maxEnergyStated(draft))
  const given = most === least || most === Infinity ? `${least}` : `${least} to ${most}`
  const percent = Math.round(100 * energyDeviation(draft))
  return `The energy of ${amount(draft.calories_kcal ?? 0)} kcal differs by ${percent} % from what the nutrients give, ${given} kcal`
}

const month = 30.44 * 86_400

function ageReason({ source_modified_at }: CandidateFood, now: number): Reason {
  if (source_modified_at === null) return { code: 'age', text: 'When it was last changed is not known' }
  const months = Math.floor(ageOf(source_modified_at, now) / month)
  const years = Math.floor(months / 12)
  const ago = years > 0 ? count(years, 'year') : count(months, 'month')
  return { code: 'age', text: months === 0 ? 'Changed less than a month ago' : `Last changed ${ago} ago` }
}

function agreementReason(draft: CandidateFood): Reason {
  const looked =
    draft.popularity > 0 ? `, and ${count(draft.popularity, 'person', 'people')} looked it up` : ''
  return { code: 'agreement', text: energySentence(draft) + looked }
}

function energySentence(draft: CandidateFood): string {
  if (!energyCanBeCompared(draft)) return 'The energy cannot be compared with the nutrients'
  const percent = Math.round(100 * energyDeviation(draft))
  if (percent === 0) return 'The energy is what the nutrients give'
  if (percent > 100 * noAgreement) return 'The listed nutrients do not explain the energy'
  return `The energy is within ${percent} % of what the nutrients give`
}

const count = (number: number, one: string, many = `${one}s`) =>
  `${amount(number)} ${number === 1 ? one : many}`

function list(members: readonly Nutrient[]): string {
  const names = members.map(member => nutrientTable[member].name)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** `sodium_mg` 66700 → `sodium of 66,700 mg`. */
function foundIn({ field, found }: QualityFlag): string {
  const unit = field.slice(field.lastIndexOf('_') + 1)
  const name = nutrientTable[field as Nutrient]?.name ?? field.slice(0, field.lastIndexOf('_'))
  return found === undefined
    ? name
    : `${name} of ${typeof found === 'number' ? amount(found) : found} ${unit}`
}

const thousands = new Intl.NumberFormat('en-US')

function amount(number: number): string {
  const rounded = Math.round(number * 10) / 10
  return number < 1_000 ? String(rounded) : thousands.format(rounded)
}
