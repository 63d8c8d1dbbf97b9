import type { Food } from '../../food/food.ts'
import { nutrients } from '../../food/nutrients.ts'
import { estimateSource } from '../../food/sources.ts'
import { copyButton } from '../components/copy-button.ts'
import { iconMarkup } from '../components/icon.tsx'
import { pathIn } from '../i18n/locales.ts'
import { type Region, regions } from '../i18n/regions.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { euLabel } from './eu-label.ts'
import type { Portion } from './portion.ts'
import type { Reader } from './reader.ts'
import { usLabel } from './us-label.ts'

/** A label with fewer values would consist of gaps; the figures show what is known. */
const minLabelValues = 3

/** An estimate must not look like a label. */
export const hasLabel = (food: Food): boolean =>
  food.source !== estimateSource &&
  nutrients.filter(nutrient => food[nutrient] !== null).length >= minLabelValues

interface LabelProps {
  food: Food
  /** In the language of the page. */
  name: string
  portion: Portion
  websiteUrl: string
}

const printer = iconMarkup('printer', true)
const chevron = iconMarkup('chevron-right', true)

/** The label of the region, a form to choose another one, and the label to print or to show on another website. */
export function labels({ food, name, portion, websiteUrl }: LabelProps, reader: Reader): Markup {
  const { locale, region } = reader
  const t = messages[locale].food
  const path = labelPath(food.id, portion, region)
  const frame = markup`<iframe src="${websiteUrl}${pathIn(locale, path)}" title="${t.labelOf({ name })}" width="360" height="620" loading="lazy"></iframe>`
  return markup`
    <section class="label-switch stack" aria-labelledby="label-title">
      <div class="between">
        <h2 class="h-s" id="label-title">${t.label}</h2>
        <form class="seg no-print" method="post" action="/label" aria-label="${t.labelFormat}">${regions.map(each => choice(each, region))}</form>
      </div>
      ${labelMarkup(food, portion, reader)}
      ${region === 'us' && markup`<p class="hint">${t.fdaRounding}</p>`}
      <p class="no-print"><a class="btn btn-s" href="${path}" rel="nofollow" data-print>${printer}${t.printLabel}</a></p>
      <details class="disclose no-print">
        <summary>${chevron}${t.embedLabel}</summary>
        <p class="hint">${t.embedHint}</p>
        <div class="code">
          <div class="code-bar">${copyButton(t.embedLabel, locale)}</div>
          <pre tabindex="0"><code>${frame.html}</code></pre>
        </div>
      </details>
    </section>`
}

/** Of the page with nothing but the label. */
function labelPath(id: number, { amount, unit }: Portion, region: Region): string {
  return `/embed/label/${id}?label=${region}&amount=${amount}&unit=${encodeURIComponent(unit.id)}`
}

export function labelMarkup(food: Food, portion: Portion, { locale, region }: Reader): Markup {
  const t = messages[locale].food
  if (region === 'us') return usLabel(food, portion, locale)
  return markup`
    ${euLabel(food, portion, { locale, region })}
    ${region === 'uk' && markup`<p class="hint">${t.referenceIntakeNote({ kj: 8_400, kcal: 2_000 })}</p>`}`
}

const choice = (each: Region, chosen: Region): Markup =>
  markup`<button name="label" value="${each}"${each === chosen && markup` aria-current="true"`}>${each.toUpperCase()}</button>`
