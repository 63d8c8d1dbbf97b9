// What was assumed about an item, in the language of the page.
import type { Assumption } from '../../meals/assumptions.ts'
import { portionIn } from '../food/asked-portion.ts'
import { formatAmount, formatWeight, keepUnits } from '../food/label-numbers.ts'
import { amountName, type Portion, presetName } from '../food/portion.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import type { ShownItem } from './read-items.ts'

/** `name` is that of the food in the language of the page. */
export function assumedTexts({ text, portion, assumed }: ShownItem, name: string, locale: Locale): string[] {
  return assumed
    .flatMap(assumption => textOf(assumption, { text: text ?? name, name, portion }, locale) ?? [])
    .map(keepUnits)
}

interface Said {
  text: string
  name: string
  portion: Portion | null
}

function textOf(assumption: Assumption, { text, name, portion }: Said, locale: Locale): string | undefined {
  const t = messages[locale].meal.assumed
  switch (assumption.kind) {
    case 'food':
      return assumption.words.toLowerCase() === name.toLowerCase()
        ? undefined
        : t.food({ words: assumption.words, food: name })
    case 'dish':
      return t.dish({ dish: assumption.dish, slices: assumption.slices })
    case 'cooked':
      return t.cooked
    case 'drained':
    case 'menu':
    case 'no food':
      return undefined
    case 'usual portion':
      return portion ? t.usual({ portion: presetName(portion, locale) }) : undefined
    case 'serving':
      return portion ? t.serving({ text, portion: presetName(portion, locale) }) : undefined
    case 'slices':
      return t.slices({ slices: assumption.slices })
    case 'volume': {
      const grams = formatAmount(assumption.gramsPerMillilitre, locale)
      const { vessel } = assumption
      const holds = vessel && t.vessel({ text, ml: vessel.millilitres })
      return [holds, `1 ml = ${grams} g.`].filter(Boolean).join(' ')
    }
    case 'portion':
    case 'household weight':
    case 'handful':
      return portion ? weightText(portion, text, locale) : undefined
    case 'unknown weight':
      return t.unknownWeight({ text })
  }
}

/** `1 egg = 50 g.` */
function weightText(portion: Portion, text: string, locale: Locale): string {
  const { unit, grams } = portion
  if (unit.isMass) return messages[locale].meal.assumed.weight({ text, grams: formatWeight(grams, locale) })
  return `${amountName(portionIn(unit, 1), locale)} = ${formatWeight(unit.grams, locale)} g.`
}
