import {
  maxNoteLength,
  maxSuggestedLength,
  reportFields,
  reportKinds,
} from '../../community/reports/report.ts'
import { type Micronutrient, micronutrients } from '../../food/micronutrients.ts'
import { isNutrient, nutrientsInLabelOrder } from '../../food/nutrients.ts'
import { useMessages } from '../i18n/messages.ts'
import { Field, Form, type Problem, Select } from '../shell/form.tsx'
import { Choices, TextArea } from '../shell/form-choices.tsx'

export interface ReportFormValues {
  kind: string
  field: string
  suggested: string
  note: string
  email: string
}

export const emptyReport: ReportFormValues = { kind: '', field: '', suggested: '', note: '', email: '' }

/** Names of fields that only this form has. */
export const stampField = 'opened'
export const trapField = 'homepage'

interface ReportFormProps {
  action: string
  stamp: string
  values: ReportFormValues
  problem: Problem | undefined
  hasEmail: boolean
}

export function ReportForm({ action, stamp, values, problem, hasEmail }: ReportFormProps) {
  const t = useMessages('report')
  return (
    <Form id="report" action={action} submit={t.submit} problem={problem} isBlock>
      <Choices
        name="kind"
        legend={t.whatIsWrong}
        value={values.kind}
        choices={reportKinds.map(kind => ({ value: kind, label: t.kinds[kind] }))}
      />
      <WhichValue value={values.field} />
      <Field
        name="suggested"
        label={t.suggested}
        value={values.suggested}
        hint={t.suggestedHint}
        autocomplete="off"
        maxlength={maxSuggestedLength}
        required={false}
      />
      <TextArea
        name="note"
        label={t.note}
        value={values.note}
        hint={t.noteHint({ max: maxNoteLength })}
        maxlength={maxNoteLength}
      />
      {hasEmail && (
        <Field
          name="email"
          label={t.email}
          type="email"
          value={values.email}
          hint={t.emailHint}
          autocomplete="email"
          maxlength={254}
          required={false}
        />
      )}
      <SpamCheck stamp={stamp} />
    </Form>
  )
}

export function useReportFieldNames(): Record<string, string> {
  const food = useMessages('food')
  return {
    ...useMessages('shared').nutrients,
    serving_size_g: food.fields.serving_size_g,
    ingredients: food.ingredientList,
    allergens: useMessages('report').allergens,
    ...food.micronutrients,
  }
}

/** Shown while a value is chosen above; always in browsers that do not know `:has()`. */
function WhichValue({ value }: { value: string }) {
  const t = useMessages('report')
  const names = useReportFieldNames()
  const ordered = [
    ...nutrientsInLabelOrder,
    ...reportFields.filter(field => !isNutrient(field) && !isMicronutrient(field)),
    ...micronutrients,
  ]
  return (
    <div class="which-value">
      <Select
        name="field"
        label={t.whichValue}
        value={value}
        options={[
          { value: '', label: t.anyValue },
          ...ordered.map(field => ({ value: field, label: names[field] ?? field })),
        ]}
      />
    </div>
  )
}

const isMicronutrient = (field: string): field is Micronutrient => micronutrients.some(each => each === field)

/** The stylesheet hides it from everybody, screen readers included. Without the stylesheet its label says what to do. */
function SpamCheck({ stamp }: { stamp: string }) {
  const t = useMessages('report')
  return (
    <div class="trap">
      <input type="hidden" name={stampField} value={stamp} />
      <label for={trapField}>{t.leaveEmpty}</label>
      <input id={trapField} name={trapField} type="text" autocomplete="off" tabindex={-1} />
    </div>
  )
}
