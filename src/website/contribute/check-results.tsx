// What the checks say about a typed food, and the foods that it may repeat.
import type { Check } from '../../community/contribution.ts'
import type { CheckedDraft } from '../../community/submission.ts'
import type { Food } from '../../food/food.ts'
import type { Nutrient } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { effectOf } from '../../quality/plausibility.ts'
import { Icon } from '../components/icon.tsx'
import { useFormat, useMessages } from '../i18n/messages.ts'

/** Those that doubt or drop a value; others only tidy texts. Each rule once. */
export function doubtsOf({ checked }: CheckedDraft): Check[] {
  const checks = 'checks' in checked ? checked.checks : []
  const doubts = checks.filter(check => effectOf(check) !== undefined || check.rule === 'check-digit')
  return doubts.filter(({ rule }, index) => doubts.findIndex(each => each.rule === rule) === index)
}

/** What people should see before it is sent, for the hidden field of the form. */
export const warningsOf = (draft: CheckedDraft): string[] => [
  ...doubtsOf(draft).map(({ rule }) => rule),
  ...draft.duplicates.byName.map(({ id }) => String(id)),
]

export function CheckResults({ draft }: { draft: CheckedDraft }) {
  const t = useMessages('contribute')
  const doubts = doubtsOf(draft)
  const { byBarcode, byName } = draft.duplicates
  const isFine = doubts.length === 0 && byBarcode === undefined && byName.length === 0
  return (
    <div class="stack" role="status" id="checks">
      {isFine && (
        <div class="note note-ok">
          <Icon name="circle-check" />
          <p>{t.noDoubts}</p>
        </div>
      )}
      {doubts.length > 0 && (
        <div class="note note-partly">
          <Icon name="circle-alert" />
          <div>
            <p>{t.doubts}</p>
            <ul>
              {doubts.map(check => (
                <Doubt key={check.rule} check={check} />
              ))}
            </ul>
          </div>
        </div>
      )}
      {byBarcode && (
        <div class="note note-danger">
          <Icon name="circle-alert" />
          <p>
            {t.sameBarcode({ food: () => <FoodLink food={byBarcode} /> })}{' '}
            <a href={`${pagePath(byBarcode.id, byBarcode.name)}/correct`}>{t.correctInstead}</a>
          </p>
        </div>
      )}
      {byName.length > 0 && (
        <div class="note note-partly">
          <Icon name="info" />
          <div>
            <p>{t.sameName}</p>
            <ul>
              {byName.map(food => (
                <li key={food.id}>
                  <FoodLink food={food} />{' '}
                  <a href={`${pagePath(food.id, food.name)}/correct`}>{t.suggestCorrection}</a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}

function Doubt({ check: { rule, field } }: { check: Check }) {
  const { nutrients } = useMessages('shared')
  const { fields, qualityRules } = useMessages('food')
  const rules: Record<string, string> = qualityRules
  const names: Record<string, string> = fields
  const name = nutrients[field as Nutrient] ?? names[field] ?? field
  const { colon } = useFormat()
  return (
    <li>
      <a href={`#food-${field}`}>{name}</a>
      {colon}
      {rules[rule] ?? rule}
    </li>
  )
}

export function FoodLink({ food }: { food: Pick<Food, 'id' | 'name' | 'brand'> }) {
  return (
    <a href={pagePath(food.id, food.name)}>
      {food.name}
      {food.brand !== null && `, ${food.brand}`}
    </a>
  )
}
