import type { RecordContent } from '../../community/content.ts'
import type { CheckedDraft } from '../../community/submission.ts'
import { nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'
import type { SourceId } from '../../food/sources.ts'
import { Icon } from '../components/icon.tsx'
import { sourceName } from '../components/names.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { Form, type Problem } from '../shell/form.tsx'
import { CheckResults, warningsOf } from './check-results.tsx'
import { Agreement, FoodForm, PhotoField } from './food-form.tsx'
import { type FormValues, toInput } from './form-values.ts'

export interface Target {
  id: number
  path: string
  content: RecordContent
  /** Where anyone can correct it at its source. */
  editUrl: string | undefined
  source: SourceId
}

interface ContributeContentProps {
  target: Target | undefined
  values: FormValues
  problems: Problem[]
  isAgreed: boolean
  acceptsPhotos: boolean
  draft?: CheckedDraft | undefined
}

export function ContributeContent({ target, draft, ...form }: ContributeContentProps) {
  const t = useMessages('contribute')
  const locale = useLocale()
  return (
    <div class="wrap">
      <section class="stack measure contribute">
        {target && (
          <a class="back" href={target.path}>
            <Icon name="chevron-left" small />
            {target.content.name}
          </a>
        )}
        <h1>{target ? t.correctTitle({ food: target.content.name }) : t.addTitle}</h1>
        <p class="muted">{target ? t.correctLead : t.addLead}</p>
        {target?.editUrl !== undefined && (
          <div class="note">
            <Icon name="info" />
            <p>
              {t.editAtSource({ source: sourceName(target.source, locale) })}{' '}
              <a href={target.editUrl}>{t.editLink({ source: sourceName(target.source, locale) })}</a>
            </p>
          </div>
        )}
        {draft && !('rejected' in draft.checked) && <CheckResults draft={draft} />}
        <FoodForm
          action={target ? `${target.path}/correct` : '/contribute'}
          seen={draft ? warningsOf(draft).join(' ') : ''}
          {...form}
        />
      </section>
    </div>
  )
}

export function ConfirmContent(props: { target: Target; problems: Problem[]; acceptsPhotos: boolean }) {
  const { target, problems, acceptsPhotos } = props
  const t = useMessages('contribute')
  const shared = useMessages('shared')
  const locale = useLocale()
  return (
    <div class="wrap">
      <section class="stack measure contribute">
        <a class="back" href={target.path}>
          <Icon name="chevron-left" small />
          {target.content.name}
        </a>
        <h1>{t.confirmTitle({ food: target.content.name })}</h1>
        <p class="muted">{t.confirmLead}</p>
        <dl class="facts card">
          {nutrientsInLabelOrder.map(nutrient => (
            <div key={nutrient}>
              <dt>{shared.nutrients[nutrient]}</dt>
              <dd>
                {target.content[nutrient] == null
                  ? shared.notStated
                  : `${toInput(target.content[nutrient], locale)} ${nutrientTable[nutrient].unit}`}
              </dd>
            </div>
          ))}
        </dl>
        <p>
          <a href={`${target.path}/correct`}>{t.suggestCorrection}</a>
        </p>
        <Form
          id="confirm"
          action={`${target.path}/confirm`}
          submit={t.confirm}
          problem={problems}
          hasFile={acceptsPhotos}
        >
          {acceptsPhotos && <PhotoField />}
          <Agreement isAgreed={false} />
        </Form>
      </section>
    </div>
  )
}
