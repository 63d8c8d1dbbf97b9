// What the community changed about a food. Names of accounts are never shown.
import type { CommunityChange } from '../../community/changes.ts'
import { type ProposableField, proposableFields, type RecordContent } from '../../community/content.ts'
import { type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { dayMarkup } from '../components/timestamp.tsx'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

export function history(changes: CommunityChange[], locale: Locale): Markup {
  if (changes.length === 0) return markup``
  const t = messages[locale].food.history
  return markup`
    <section class="stack-s" id="history" aria-labelledby="history-title">
      <h2 class="h-s" id="history-title">${t.title}</h2>
      <p class="small muted">${t.lead}</p>
      <ol class="card stack-s small">${changes.map(change => entry(change, locale))}</ol>
    </section>`
}

function entry(change: CommunityChange, locale: Locale): Markup {
  const t = messages[locale].food.history
  const fields = changedFields(change, locale)
  return markup`
    <li>
      ${dayMarkup(change.changed_at, locale)}${formats[locale].colon}<b>${whatOf(change, t)}</b>
      ${change.is_undone && markup`<span class="muted">(${t.undoneLater})</span>`}
      ${fields.length > 0 && markup`<ul>${fields}</ul>`}
    </li>`
}

function whatOf(
  { action, before, photo_key }: CommunityChange,
  t: (typeof messages)[Locale]['food']['history'],
): string {
  if (action === 'undone' || action === 'removed') return t.undone
  if (action === 'confirmed') return t.confirmed
  const what = before === null ? t.added : t.corrected
  return photo_key === null ? what : `${what}. ${t.withPhoto}`
}

/** Only that they changed: a name that was undone, because it insults or names somebody, must not stay on the page. */
const freeTexts: ReadonlySet<ProposableField> = new Set(['name', 'brand', 'serving_desc'])

/** Of a new food, its page shows the values. */
function changedFields({ before, after }: CommunityChange, locale: Locale): Markup[] {
  if (before === null || after === null) return []
  const { food, shared } = messages[locale]
  const names: Record<string, string> = { ...food.fields, ...shared.nutrients }
  return proposableFields
    .filter(field => (before[field] ?? null) !== (after[field] ?? null))
    .map(field => {
      if (freeTexts.has(field)) return markup`<li>${names[field] ?? field}</li>`
      const values = { before: shownValue(before, field, locale), after: shownValue(after, field, locale) }
      return markup`<li>${names[field] ?? field}${formats[locale].colon}${food.history.changed(values)}</li>`
    })
}

function shownValue(content: RecordContent, field: ProposableField, locale: Locale): string {
  const value = content[field] ?? null
  if (value === null) return messages[locale].shared.notStated
  if (typeof value === 'string') return value
  const unit = field === 'serving_size_g' ? 'g' : nutrientTable[field as Nutrient].unit
  return `${formats[locale].number(value, 2)} ${unit}`
}
