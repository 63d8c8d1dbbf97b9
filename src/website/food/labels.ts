import type { Food } from '../../food/food.ts'
import { iconMarkup } from '../components/icon.tsx'
import { type Region, regions } from '../i18n/regions.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { euLabel } from './eu-label.ts'
import type { Portion } from './portion.ts'
import type { Reader } from './reader.ts'
import { usLabel } from './us-label.ts'

const printer = iconMarkup('printer', true)

/** The label of the region, and a form to choose another one. */
export function labels(food: Food, portion: Portion, { locale, region }: Reader): Markup {
  const t = messages[locale].food
  return markup`
    <section class="label-switch stack" aria-labelledby="label-title">
      <div class="between">
        <h2 class="h-s" id="label-title">${t.label}</h2>
        <form class="seg no-print" method="post" action="/label" aria-label="${t.labelFormat}">${regions.map(each => choice(each, region))}</form>
      </div>
      ${
        region === 'us'
          ? markup`${usLabel(food, portion, locale)}<p class="hint">${t.fdaRounding}</p>`
          : euLabel(food, portion, { locale, region })
      }
      ${region === 'uk' && markup`<p class="hint">${t.referenceIntakeNote({ kj: 8_400, kcal: 2_000 })}</p>`}
      <p class="no-print"><button class="btn btn-s" type="button" data-print hidden="">${printer}${t.printLabel}</button></p>
    </section>`
}

const choice = (each: Region, chosen: Region): Markup =>
  markup`<button name="label" value="${each}"${each === chosen && markup` aria-current="true"`}>${each.toUpperCase()}</button>`
