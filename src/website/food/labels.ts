import type { Food } from '../../food/food.ts'
import { iconMarkup } from '../components/icon.tsx'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { euLabel } from './eu-label.ts'
import type { Portion } from './portion.ts'
import { usLabel } from './us-label.ts'

const formats = markup`
  <label><input type="radio" name="label" value="us" checked=""/>US</label>
  <label><input type="radio" name="label" value="eu"/>EU</label>
  <label><input type="radio" name="label" value="uk"/>UK</label>`
const printer = iconMarkup('printer', true)

/** The labels; the style sheet shows the chosen one. */
export function labels(food: Food, portion: Portion, locale: Locale): Markup {
  const t = messages[locale].food
  return markup`
    <section class="label-switch stack" aria-labelledby="label-title">
      <div class="between">
        <h2 class="h-s" id="label-title">${t.label}</h2>
        <div class="seg" role="radiogroup" aria-label="${t.labelFormat}">${formats}</div>
      </div>
      ${usLabel(food, portion, locale)}
      ${euLabel(food, portion, locale)}
      <p class="hint for-us">${t.fdaRounding}</p>
      <p class="hint for-uk">${t.referenceIntakeNote({ kj: 8_400, kcal: 2_000 })}</p>
      <p class="no-print"><button class="btn btn-s" type="button" data-print hidden="">${printer}${t.printLabel}</button></p>
    </section>`
}
