// The classes of confidence. They do not overlap, so nothing lifts a food out of its own: complete and checked label
// data stands above sparse data, this above foods without a value, these above AI estimates (spec 1, decision 30).

interface ClassFacts {
  /** The confidence of its foods lies between these. */
  floor: number
  ceiling: number
  title: string
  /** Which foods are in it, for the documentation. */
  which: string
  /** On the page of a food. */
  verdict: string
  /** In lists of foods; `look` is the class in the style sheet. */
  badge: { look: string; text: string }
}

const table = {
  complete: {
    floor: 0.75,
    ceiling: 1,
    title: 'Complete and checked',
    which: 'all seven values of a European label are known, and nothing is odd',
    verdict: 'Well documented.',
    badge: { look: 'full', text: 'well documented' },
  },
  sparse: {
    floor: 0.3,
    ceiling: 0.7,
    title: 'Sparse, or with a doubt',
    which: 'something is known, but not all seven, or there is a doubt',
    verdict: 'Partly documented.',
    badge: { look: 'part', text: 'partly documented' },
  },
  empty: {
    floor: 0.25,
    ceiling: 0.29,
    title: 'No nutrient known',
    which: 'no nutrient is known',
    verdict: 'Nothing but its name is documented.',
    badge: { look: 'none', text: 'no nutrition facts' },
  },
  estimate: {
    floor: 0.05,
    ceiling: 0.24,
    title: 'AI estimate',
    which: 'an AI estimate, however complete',
    verdict: 'An estimate.',
    badge: { look: 'guess', text: 'estimate' },
  },
} satisfies Record<string, ClassFacts>

export type Class = keyof typeof table

export const classes: Readonly<Record<Class, ClassFacts>> = table

/** From the highest confidence to the lowest. */
export const classIds = Object.keys(table) as readonly Class[]

export function classOfConfidence(confidence: number): Class {
  return classIds.find(id => confidence >= classes[id].floor) ?? 'estimate'
}

/** `0.30 to 0.70`; a whole number has no decimals. */
export function rangeOf(id: Class): string {
  const { floor, ceiling } = classes[id]
  return `${decimals(floor)} to ${decimals(ceiling)}`
}

export const decimals = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
