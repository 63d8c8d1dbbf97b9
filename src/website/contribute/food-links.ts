// What readers of a food can do about its values. The same for everybody: the page is cached, and the forms ask for a sign-in.
import type { FoodPageData } from '../../catalog/food-page.ts'
import { unconfirmed } from '../../quality/candidate-food.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

export function contributeLinks({ changes }: FoodPageData, path: string, locale: Locale): Markup {
  const t = messages[locale].contribute
  const isUnconfirmed = changes.some(({ rule }) => rule === unconfirmed)
  return markup`
    <p class="small no-print"><a href="${path}/correct" rel="nofollow">${t.suggestCorrection}</a></p>
    ${isUnconfirmed && markup`<p class="small no-print">${t.isThisRight} <a href="${path}/confirm" rel="nofollow">${t.confirmLink}</a></p>`}`
}
