// The confidence classes. Their ranges do not overlap: complete, checked label data always ranks above sparse data, sparse
// data above foods without any value, and these above AI estimates (rules ranking-by-data and data-order).

interface ClassFacts {
  /** The range of its foods' confidence. */
  floor: number
  ceiling: number
  title: string
  /** Which foods are in it, for the documentation. */
  which: string
  /** Shown on food pages. */
  verdict: string
  /** Shown in lists of foods; `look` is a CSS class. */
  badge: { look: string; text: string }
}

const table = {
  complete: {
    floor: 0.75,
    ceiling: 1,
    title: 'Complete and checked',
    which:
      'energy, fat, carbohydrates and protein are known, and what else matters for this kind of food; no value is suspicious',
    verdict: 'Well documented.',
    badge: { look: 'full', text: 'well documented' },
  },
  sparse: {
    floor: 0.3,
    ceiling: 0.7,
    title: 'Sparse or suspicious',
    which: 'something is known, but not enough for a complete label, or a value is suspicious',
    verdict: 'Partly documented.',
    badge: { look: 'part', text: 'partly documented' },
  },
  empty: {
    floor: 0.25,
    ceiling: 0.29,
    title: 'No nutrient known',
    which: 'no nutrient is known',
    verdict: 'No nutrition facts are documented.',
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

export type ConfidenceClass = keyof typeof table

export const classes: Readonly<Record<ConfidenceClass, ClassFacts>> = table

/** From the highest confidence to the lowest. */
export const classIds = Object.keys(table) as readonly ConfidenceClass[]

// In data/confidence-verdicts.tsv, 22 of the 79 foods below this ceiling are right, and 72 of the 79 sparse ones above it.
const suspiciousRange = { floor: table.sparse.floor, ceiling: 0.5 }

/** The scores of community entries (rule unconfirmed-contributions). */
const unconfirmedRange = { floor: table.sparse.floor, ceiling: 0.6 }

/** Why a food is in the lower part of its class. */
export type Doubt = 'suspicious' | 'unconfirmed' | null

/** The range of the confidence of a food. */
export function scoreRangeOf(id: ConfidenceClass, doubt: Doubt): { floor: number; ceiling: number } {
  if (id !== 'sparse' || doubt === null) return classes[id]
  return doubt === 'suspicious' ? suspiciousRange : unconfirmedRange
}

export function classOfConfidence(confidence: number): ConfidenceClass {
  return classIds.find(id => confidence >= classes[id].floor) ?? 'estimate'
}

/** `0.30 to 0.70`; integers have no decimals. */
export function rangeOf(id: ConfidenceClass): string {
  const { floor, ceiling } = classes[id]
  return `${decimals(floor)} to ${decimals(ceiling)}`
}

export const decimals = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
