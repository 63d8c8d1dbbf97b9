import { formatNumber, inPortion, type LabelNumber } from './label-numbers.ts'

const unknownTitle = 'not on the label'

/** A value that the label does not state; never shown as 0. */
function Unknown() {
  return (
    <span class="unknown" title={unknownTitle}>
      <span aria-hidden="true">–</span>
      <span class="sr-only">{unknownTitle}</span>
    </span>
  )
}

/** A value per 100 g in label format. */
export function Per100({ value, as }: { value: number | null; as: LabelNumber }) {
  return value === null ? <Unknown /> : formatNumber(as, value)
}

/** A value per portion; portion.client.ts updates it when the portion changes. */
export function InPortion(props: { value: number | null; as: LabelNumber; grams: number }) {
  const { value, as, grams } = props
  if (value === null) return <Unknown />
  return (
    <span data-per100={value} data-as={as}>
      {formatNumber(as, inPortion(value, grams))}
    </span>
  )
}
