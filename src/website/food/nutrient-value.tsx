import { formatNumber, inPortion, type LabelNumber } from './label-numbers.ts'

const unknownTitle = 'not on the label'

/** Never 0: what nobody told us is not known. */
function Unknown() {
  return (
    <span class="unknown" title={unknownTitle}>
      <span aria-hidden="true">–</span>
      <span class="sr-only">{unknownTitle}</span>
    </span>
  )
}

/** A value of 100 g, as labels write it. */
export function Per100({ value, as }: { value: number | null; as: LabelNumber }) {
  return value === null ? <Unknown /> : formatNumber(as, value)
}

/** A value of the portion; the script of the page finds and rewrites it when the portion changes. */
export function InPortion(props: { value: number | null; as: LabelNumber; grams: number }) {
  const { value, as, grams } = props
  if (value === null) return <Unknown />
  return (
    <span data-per100={value} data-as={as}>
      {formatNumber(as, inPortion(value, grams))}
    </span>
  )
}
