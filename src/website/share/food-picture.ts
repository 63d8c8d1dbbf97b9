import type { Food } from '../../food/food.ts'
import { illustrationCreditOf, illustrationFolder } from '../../food/illustrations.ts'
import { nutrientTable } from '../../food/nutrients.ts'
import { estimateSource, isGenericFood, sourceFacts } from '../../food/sources.ts'
import { pictureOf } from '../components/category-tile.tsx'
import { approximate } from '../components/estimated-amount.ts'
import { categoryName, sourceName } from '../components/names.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { drawableText, type PictureContent } from './picture-content.ts'

const shown = [
  { nutrient: 'calories_kcal' },
  { nutrient: 'protein_g', color: 'protein' },
  { nutrient: 'fat_g', color: 'fat' },
  { nutrient: 'carbs_g', color: 'carbs' },
] as const

/** A name in a script that cannot be drawn is replaced by the brand or the category. */
export function foodPicture(food: Food, site: string, locale: Locale): PictureContent {
  const t = messages[locale].shared
  const { brand, category } = food
  const categoryText = category === null ? undefined : drawableText(categoryName(category, locale))
  const brandText = brand === null ? undefined : drawableText(brand)
  const name = drawableText(food.name)
  const kicker =
    food.source === estimateSource
      ? t.aiEstimate
      : (brandText ?? (isGenericFood(food) ? t.referenceFood : undefined))
  const title = name ?? brandText ?? categoryText ?? t.foods
  const [icon, tint] = pictureOf(category)
  const illustrationCredit = illustrationCreditOf(food.image_url)
  const illustration =
    illustrationCredit === null ? undefined : food.image_url?.slice(illustrationFolder.length)
  return {
    title,
    ...(kicker !== undefined && kicker !== title && { kicker }),
    figures: shown.map(figure => {
      const value = food[figure.nutrient]
      const { unit } = nutrientTable[figure.nutrient]
      const amount = (known: number) =>
        food.source === estimateSource ? approximate(known, unit, locale) : formats[locale].number(known, 1)
      return {
        name: t.nutrients[figure.nutrient],
        value: value === null ? t.notStated : `${amount(value)} ${unit}`,
        isUnknown: value === null,
        ...('color' in figure && { color: figure.color }),
      }
    }),
    notes: [
      t.per100g,
      `${messages[locale].home.dataFrom} ${creditOf(food, locale)}`,
      ...(illustrationCredit === null
        ? []
        : [messages[locale].food.illustrationBy({ credit: () => illustrationCredit.label }).join('')]),
    ],
    image: { icon, tint, ...(illustration !== undefined && { illustration }) },
    site,
  }
}

function creditOf({ source }: Food, locale: Locale): string {
  const { licence } = sourceFacts[source]
  const name = sourceName(source, locale)
  return licence === null ? name : `${name} (${licence.shortName})`
}
