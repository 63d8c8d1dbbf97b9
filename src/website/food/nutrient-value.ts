import { type Markup, markup } from '../shell/markup.ts'
import { formatNumber, inPortion, type LabelNumber } from './label-numbers.ts'

const unknownTitle = 'not on the label'

/** A value that the label does not state; never shown as 0. */
const unknown = markup`
  <span class="unknown" title="${unknownTitle}">
    <span aria-hidden="true">–</span>
    <span class="sr-only">${unknownTitle}</span>
  </span>`

/** A value per 100 g in label format. */
export function valuePer100(value: number | null, as: LabelNumber): Markup {
  return value === null ? unknown : markup`${formatNumber(as, value)}`
}

/** A value per portion; portion.client.ts updates it when the portion changes. */
export function valueInPortion(value: number | null, as: LabelNumber, grams: number): Markup {
  if (value === null) return unknown
  return markup`<span data-per100="${value}" data-as="${as}">${formatNumber(as, inPortion(value, grams))}</span>`
}
