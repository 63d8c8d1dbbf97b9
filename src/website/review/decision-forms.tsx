// What a moderator can do with a contribution. Every form works without script; review.client.ts adds the keys.
import { type ProposedFields, proposedNames } from '../../community/content.ts'
import type { ReviewCase } from '../../community/review.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { Field, Form, type Problem } from '../shell/form.tsx'
import { Choices, TextArea } from '../shell/form-choices.tsx'
import { fieldLabel } from './comparison.tsx'
import { rejectionCauses, skippedQuery, writeSeen } from './form-values.ts'

/** Reasons and questions, in characters. */
export const maxReasonLength = 1_000

export interface FailedForm {
  form: 'edit' | 'reject' | 'ask' | 'undo'
  problem: Problem
  values: Record<string, string>
}

interface FormsProps {
  shown: ReviewCase
  skipped: readonly number[]
  failed: FailedForm | undefined
}

export function DecisionForms(props: FormsProps) {
  return props.shown.contribution.status === 'accepted' ? (
    <SampleForms {...props} />
  ) : (
    <ProposalForms {...props} />
  )
}

function ProposalForms({ shown, skipped, failed }: FormsProps) {
  const t = useMessages('review')
  const { id, revision, kind, photo_key, proposed } = shown.contribution
  const pathOf = (action: string) => `/review/${id}/${action}${skippedQuery(skipped)}`
  const seen = <input type="hidden" name="revision" value={revision} />
  const failedAs = (form: FailedForm['form']) => (failed?.form === form ? failed : undefined)
  return (
    <div class="stack">
      <Form id="accept" action={pathOf('accept')} submit={t.accept}>
        {seen}
        {photo_key === null && kind !== 'confirmation' && <Compared />}
      </Form>
      {kind !== 'confirmation' && (
        <details id="edit-part" open={failedAs('edit') !== undefined}>
          <summary>{t.edit}</summary>
          <Form
            id="edit"
            action={pathOf('accept')}
            submit={t.acceptChanged}
            problem={failedAs('edit')?.problem}
          >
            {seen}
            <input type="hidden" name="edited" value="1" />
            <EditedFields proposed={proposed} values={failedAs('edit')?.values} />
            {photo_key === null && <Compared />}
          </Form>
        </details>
      )}
      <details id="reject-part" open={failedAs('reject') !== undefined}>
        <summary>{t.reject}</summary>
        <Form
          id="reject"
          action={pathOf('reject')}
          submit={t.reject}
          variant="danger"
          problem={failedAs('reject')?.problem}
        >
          {seen}
          <Choices
            name="cause"
            legend={t.cause}
            value={failedAs('reject')?.values['cause'] ?? ''}
            choices={[
              ...rejectionCauses.map(cause => ({ value: cause, label: t.causes[cause] })),
              { value: 'other', label: t.otherCause },
            ]}
          />
          <TextArea
            name="text"
            label={t.reason}
            hint={t.reasonHint}
            value={failedAs('reject')?.values['text'] ?? ''}
            maxlength={maxReasonLength}
          />
          <AlsoReject shown={shown} />
        </Form>
      </details>
      <details id="ask-part" open={failedAs('ask') !== undefined}>
        <summary>{t.ask}</summary>
        <Form
          id="ask"
          action={pathOf('ask')}
          submit={t.ask}
          variant="quiet"
          problem={failedAs('ask')?.problem}
        >
          {seen}
          <Field name="question" label={t.question} hint={t.questionHint} maxlength={maxReasonLength} />
        </Form>
      </details>
      <Next id={id} skipped={skipped} />
    </div>
  )
}

/** What a wave of vandalism consists of: many proposals of one author, or of many authors for one food. */
function AlsoReject({ shown: { author, others } }: Pick<FormsProps, 'shown'>) {
  const t = useMessages('review')
  const ofAuthor = (author?.open ?? 0) - 1
  if (ofAuthor <= 0 && others.length === 0) return null
  return (
    <fieldset class="fieldset">
      <legend>{t.alsoReject}</legend>
      {ofAuthor > 0 && (
        <label class="check">
          <input type="checkbox" name="author" value="1" />
          <span>{t.alsoAuthor({ count: ofAuthor })}</span>
        </label>
      )}
      {others.length > 0 && (
        <label class="check">
          <input type="checkbox" name="others" value={writeSeen(others)} />
          <span>{t.alsoOthers({ count: others.length })}</span>
        </label>
      )}
    </fieldset>
  )
}

function Compared() {
  const t = useMessages('review')
  return (
    <label class="check">
      <input type="checkbox" name="confirmed" value="1" />
      <span>{t.compared}</span>
    </label>
  )
}

function EditedFields({
  proposed,
  values,
}: {
  proposed: ProposedFields
  values: Record<string, string> | undefined
}) {
  const locale = useLocale()
  return (
    <>
      {proposedNames(proposed).map(field => (
        <Field
          key={field}
          name={field}
          label={fieldLabel(field, locale)}
          value={values?.[field] ?? String(proposed[field] ?? '')}
          required={field === 'name'}
          maxlength={200}
        />
      ))}
    </>
  )
}

/** An automatic acceptance, which is live already. */
function SampleForms({ shown, skipped, failed }: FormsProps) {
  const t = useMessages('review')
  const { id } = shown.contribution
  const change = shown.changes.find(({ contribution_id }) => contribution_id === id)
  return (
    <div class="stack">
      <p>{t.sampleText}</p>
      <Form id="accept" action={`/review/${id}/keep${skippedQuery(skipped)}`} submit={t.keep} />
      {change && (
        <UndoForm
          changeId={change.id}
          contributionId={id}
          problem={failed?.form === 'undo' ? failed.problem : undefined}
        />
      )}
      <Next id={id} skipped={skipped} />
    </div>
  )
}

interface UndoFormProps {
  changeId: number
  contributionId: number
  problem?: Problem | undefined
}

export function UndoForm({ changeId, contributionId, problem }: UndoFormProps) {
  const t = useMessages('review')
  return (
    <details id="undo-part" open={problem !== undefined}>
      <summary>{t.undo}</summary>
      <Form
        id="undo"
        action={`/review/${contributionId}/undo`}
        submit={t.undo}
        variant="danger"
        problem={problem}
      >
        <input type="hidden" name="change" value={changeId} />
        <Field name="reason" label={t.reasonOfUndo} maxlength={maxReasonLength} />
      </Form>
    </details>
  )
}

function Next({ id, skipped }: { id: number; skipped: readonly number[] }) {
  const t = useMessages('review')
  return (
    <a id="next" class="btn" href={`/review/next${skippedQuery([...skipped, id])}`}>
      {t.next}
    </a>
  )
}
