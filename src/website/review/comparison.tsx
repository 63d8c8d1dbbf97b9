// The proposed values next to the ones of the food: when they were proposed, and now.
import {
  type ProposableField,
  type ProposedFields,
  proposableFields,
  proposedNames,
} from '../../community/content.ts'
import type { Contribution } from '../../community/contribution.ts'
import { isNutrient, nutrientTable } from '../../food/nutrients.ts'
import { categoryName } from '../components/names.ts'
import type { Locale } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'

type Value = string | number | null | undefined

/** Amounts are stored as 4-byte floats. */
const isSame = (one: Value, other: Value): boolean =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other))
    : (one ?? null) === (other ?? null)

export function fieldLabel(field: ProposableField, locale: Locale): string {
  const { nutrients } = messages[locale].shared
  return isNutrient(field) ? nutrients[field] : messages[locale].review.fields[field]
}

/** Whether the food has changed since somebody proposed to change it; after the decision, the decision may have changed it. */
export const hasConflict = (contribution: Contribution, now: ProposedFields): boolean =>
  proposedNames(contribution.proposed).some(field => isConflict(contribution, now, field))

const isConflict = ({ kind, status, before }: Contribution, now: ProposedFields, field: ProposableField) =>
  kind === 'correction' &&
  (status === 'pending' || status === 'question') &&
  !isSame(before[field], now[field])

interface ComparisonProps {
  contribution: Contribution
  /** Undefined for a new food, and if it was removed. */
  now: ProposedFields | undefined
}

export function Comparison({ contribution, now }: ComparisonProps) {
  const t = useMessages('review')
  const locale = useLocale()
  const { kind, proposed, before } = contribution
  const isCorrection = kind === 'correction'
  const fields =
    kind === 'confirmation'
      ? proposableFields.filter(field => (now?.[field] ?? null) !== null)
      : proposedNames(proposed)
  return (
    <section class="table-wrap" aria-label={t.comparison} tabindex={0}>
      <table class="table table-stack review-values">
        <caption class="sr">{t.comparison}</caption>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            {isCorrection && <th scope="col">{t.before}</th>}
            {kind !== 'new' && <th scope="col">{t.now}</th>}
            {kind !== 'confirmation' && <th scope="col">{t.proposed}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(field => {
            const hasChanged = now !== undefined && isConflict(contribution, now, field)
            return (
              <tr key={field}>
                <th scope="row">{fieldLabel(field, locale)}</th>
                {isCorrection && (
                  <td data-h={t.before}>
                    <Shown field={field} value={before[field]} />
                  </td>
                )}
                {kind !== 'new' && (
                  <td class={hasChanged ? 'is-conflict' : undefined} data-h={t.now}>
                    <Shown field={field} value={now?.[field]} />
                    {hasChanged && <span class="small">{t.changedSince}</span>}
                  </td>
                )}
                {kind !== 'confirmation' && (
                  <td data-h={t.proposed}>
                    {isSame(proposed[field], now?.[field]) ? (
                      <Shown field={field} value={proposed[field]} />
                    ) : (
                      <mark>
                        <Shown field={field} value={proposed[field]} />
                      </mark>
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Shown({ field, value }: { field: ProposableField; value: Value }) {
  const { notStated } = useMessages('shared')
  const locale = useLocale()
  const { number } = useFormat()
  if (value === null || value === undefined) return <span class="muted">{notStated}</span>
  if (typeof value === 'string') return <>{field === 'category' ? categoryName(value, locale) : value}</>
  const unit = isNutrient(field) ? nutrientTable[field].unit : 'g'
  return (
    <span class="num">
      {number(value, 3)} {unit}
    </span>
  )
}
