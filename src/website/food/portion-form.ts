// The portion form. portion.client.ts updates all values while the reader types; without JavaScript the form reloads the page.

import { iconMarkup } from '../components/icon.tsx'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import type { PortionName } from '../vocabulary/portion-name.ts'
import { formatInput, formatWeight, withWeight } from './label-numbers.ts'
import { maxGrams, type Portion, type PortionOption, presetName, presetsOf } from './portion.ts'

interface PortionFormProps {
  foodId: number
  path: string
  options: PortionOption[]
  portion: Portion
  isInvalid: boolean
}

const plus = iconMarkup('plus', true)
const chevron = iconMarkup('chevron-down', true)

export function portionForm(
  { foodId, path, options, portion, isInvalid }: PortionFormProps,
  locale: Locale,
): Markup {
  const t = messages[locale].food
  const unitText = (unit: string, isUsual: boolean) => (isUsual ? t.usualPortion({ portion: unit }) : unit)
  return markup`
    <form class="portion card no-print" method="get" action="${path}" data-max-grams="${maxGrams}">
      <div class="portion-in">
        <div class="field">
          <label for="amount">${t.amount}</label>
          <input class="input tnum" id="amount" name="amount" inputmode="decimal" autocomplete="off" value="${formatInput(portion.amount, locale)}"${
            isInvalid && markup` aria-invalid="true" aria-describedby="portion-error"`
          }/>
        </div>
        <div class="field">
          <label for="unit">${t.unit}</label>
          <span class="select-wrap">
            <select class="select" id="unit" name="unit">
              ${options.map(
                ({ id, name, grams, isMass, isUsual }) =>
                  markup`<option value="${id}" data-grams="${grams}" data-name="${name.one}"${otherForms(name)}${id === portion.unit.id && markup` selected=""`}>${isMass ? name.one : unitText(withWeight(name.one, formatWeight(grams, locale)), isUsual)}</option>`,
              )}
            </select>
            ${chevron}
          </span>
        </div>
        <noscript><button class="btn" type="submit">${t.update}</button></noscript>
      </div>
      <div class="cluster chip-row portion-pre" role="group" aria-label="${t.commonPortions}">
        ${presetsOf(options).map(
          preset =>
            markup`<a class="chip" href="${path}?amount=${preset.amount}&unit=${encodeURIComponent(preset.unit.id)}" rel="nofollow" data-amount="${preset.amount}" data-unit="${preset.unit.id}"${preset.unit.id === portion.unit.id && preset.amount === portion.amount && markup` aria-current="true"`}>${presetName(preset, locale)}</a>`,
        )}
      </div>
      <p><button class="btn btn-s" type="submit" formaction="/meal" name="food" value="${foodId}">${plus}${t.addToMeal}</button></p>
      ${isInvalid && markup`<p class="error" id="portion-error">${t.invalidPortion({ max: maxGrams })}</p>`}
    </form>`
}

/** For portion.client.ts, which knows the amount. */
const otherForms = ({ few, many, other }: PortionName): Markup =>
  markup`${few && markup` data-name-few="${few}"`}${many && markup` data-name-many="${many}"`}${other && markup` data-name-other="${other}"`}`
