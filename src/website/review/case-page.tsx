// One contribution with all that a moderator needs to decide about it.
import type { CommunityChange } from '../../community/changes.ts'
import { isProposable, proposableFields, proposedNames } from '../../community/content.ts'
import type { listCasesOf } from '../../community/reports/review-cases.ts'
import type { ReviewCase } from '../../community/review.ts'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { FoodList } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { useReportFieldNames } from '../report/report-form.tsx'
import { Comparison, fieldLabel, hasConflict } from './comparison.tsx'
import { DecisionForms, type FailedForm, UndoForm } from './decision-forms.tsx'
import { skippedQuery } from './form-values.ts'

/** The single-key shortcuts of the forms. */
export const reviewScript = 'review'

interface CasePageProps {
  shown: ReviewCase
  moderatorId: number
  similar: Food[]
  /** Open ones about the same food. */
  reports: Awaited<ReturnType<typeof listCasesOf>>
  /** What the moderator has left to others before. */
  skipped: readonly number[]
  photoToken: string | undefined
  failed?: FailedForm | undefined
  /** Somebody else was faster. */
  isLost?: boolean
}

export function CasePage(props: CasePageProps) {
  const { shown, moderatorId, similar, reports, skipped, photoToken, failed, isLost } = props
  const t = useMessages('review')
  const { contribution, food } = shown
  const { kind, note, status, is_sampled, account_id, answer } = contribution
  const isOpen = status === 'pending' || status === 'question' || (is_sampled && status === 'accepted')
  const isOwn = account_id === moderatorId
  return (
    <div class="wrap stack-l review" data-review-case>
      <div>
        <a class="back" href="/review">
          <Icon name="chevron-left" small />
          {t.title}
        </a>
        <h1>{shown.name}</h1>
        <p class="cluster">
          <span class="badge">{t.kinds[kind]}</span>
          {is_sampled && <span class="badge badge-partly">{t.sample}</span>}
          <Timestamp at={contribution.created_at} />
        </p>
      </div>
      {isLost && (
        <div class="note note-partly" role="alert">
          <Icon name="circle-alert" />
          <p>{t.lost}</p>
        </div>
      )}
      {(!isOpen || status === 'question') && <Decided shown={shown} />}
      <div class="review-columns">
        <div class="stack-l">
          {food && hasConflict(contribution, food.now) && (
            <div class="note note-partly">
              <Icon name="circle-alert" />
              <p>{t.conflict}</p>
            </div>
          )}
          {kind !== 'new' && food === undefined && <p class="empty">{t.foodGone}</p>}
          <div class="stack-s">
            <p class="small muted">{t.per100g}</p>
            <Comparison contribution={contribution} now={food?.now} />
            {food && (
              <p>
                <a href={pagePath(food.id, food.name)}>{t.foodPage}</a>
              </p>
            )}
          </div>
          <Checks shown={shown} />
        </div>
        <div class="stack-l">
          <section class="card stack" aria-labelledby="evidence">
            <h2 id="evidence" class="h-s">
              {t.evidence}
            </h2>
            {photoToken === undefined ? (
              <p class="muted">{t.noPhoto}</p>
            ) : (
              <a href={`/review/photos/${photoToken}`}>
                <img class="review-photo" src={`/review/photos/${photoToken}`} alt={t.photoAlt} />
              </a>
            )}
            {note !== null && <blockquote class="pre-line">{note}</blockquote>}
            {answer !== null && (
              <p class="pre-line">
                <b>{t.answer}</b> {answer}
              </p>
            )}
            <p class="small muted">
              <AuthorRecord author={shown.author} />
            </p>
          </section>
          {reports.length > 0 && <ReportsOfFood reports={reports} />}
          {isOpen && (
            <section class="card stack" aria-labelledby="decision">
              <h2 id="decision" class="h-s">
                {t.decision}
              </h2>
              {isOwn ? <p>{t.own}</p> : <DecisionForms shown={shown} skipped={skipped} failed={failed} />}
              {!isOwn && <Shortcuts />}
            </section>
          )}
          {!isOpen && (
            <p>
              <a id="next" class="btn btn-primary" href={`/review/next${skippedQuery(skipped)}`}>
                {t.next}
              </a>
            </p>
          )}
        </div>
      </div>
      <Others others={shown.others} />
      <section aria-labelledby="similar">
        <h2 id="similar" class="h-s">
          {t.similar}
        </h2>
        {similar.length === 0 ? <p class="muted">{t.noSimilar}</p> : <FoodList foods={similar} />}
      </section>
      <History shown={shown} failed={failed} />
    </div>
  )
}

function ReportsOfFood({ reports }: Pick<CasePageProps, 'reports'>) {
  const t = useMessages('review')
  const kinds = useMessages('report').kinds
  const fields = useReportFieldNames()
  return (
    <section class="card stack" aria-labelledby="reports">
      <h2 id="reports" class="h-s">
        {t.reportsOfFood}
      </h2>
      <ul class="bullets">
        {reports.map(({ id, kind, field, senders, suggested }) => (
          <li key={id}>
            <a href={`/review/reports/${id}`}>{field === null ? kinds[kind] : fields[field]}</a>{' '}
            <span class="small muted">{t.senders({ count: senders })}</span>
            {suggested.length > 0 && <p>{t.suggested({ value: suggested.join(', ') })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Others({ others }: Pick<ReviewCase, 'others'>) {
  const t = useMessages('review')
  const locale = useLocale()
  if (others.length === 0) return null
  return (
    <section class="stack-s" aria-labelledby="others">
      <h2 id="others" class="h-s">
        {t.othersTitle}
      </h2>
      <ul class="card card-flush row-list">
        {others.map(({ id, kind, proposed, created_at }) => (
          <li key={id}>
            <div>
              <p class="cluster">
                <a href={`/review/${id}`}>
                  <b>{t.kinds[kind]}</b>
                </a>
                <Timestamp at={created_at} />
              </p>
              <p class="small muted">
                {proposedNames(proposed)
                  .map(field => `${fieldLabel(field, locale)} ${proposed[field] ?? '–'}`)
                  .join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AuthorRecord({ author }: Pick<ReviewCase, 'author'>) {
  const t = useMessages('review')
  const { number } = useFormat()
  if (author === null) return <>{t.authorGone}</>
  const { accepted, rejected, undone } = author
  return <>{t.author({ accepted: number(accepted), rejected: number(rejected), undone: number(undone) })}</>
}

function Decided({ shown }: { shown: ReviewCase }) {
  const t = useMessages('review')
  const { status, reason, decided_at } = shown.contribution
  if (status === 'pending') return null
  return (
    <div class="note">
      <Icon name="history" />
      <div>
        <p>
          <b>{t.statuses[status]}</b>{' '}
          {decided_at && (
            <>
              <Timestamp at={decided_at} />
              {shown.decidedBy !== null && `, ${shown.decidedBy}`}
            </>
          )}
        </p>
        {reason !== null && <p class="pre-line">{reason}</p>}
      </div>
    </div>
  )
}

function Checks({ shown }: { shown: ReviewCase }) {
  const t = useMessages('review')
  const rules: Record<string, string> = useMessages('food').qualityRules
  const { colon } = useFormat()
  const locale = useLocale()
  const { checks } = shown.contribution
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" class="h-s">
        {t.checks}
      </h2>
      {checks.length === 0 && shown.sameBarcode.length === 0 ? (
        <p class="cluster">
          <Icon name="circle-check" small /> {t.checksPassed}
        </p>
      ) : (
        <ul class="bullets">
          {shown.sameBarcode.length > 0 && <li>{t.barcodeTaken}</li>}
          {checks.map(check => (
            <li key={`${check.rule} ${check.field}`}>
              <b>{isProposable(check.field) ? fieldLabel(check.field, locale) : check.field}</b>
              {colon}
              {rules[check.rule] ?? check.rule}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Shortcuts() {
  const t = useMessages('review')
  return (
    <details class="small" open>
      <summary>{t.shortcuts}</summary>
      <label class="check" hidden>
        <input type="checkbox" id="review-keys" checked />
        <span>{t.useShortcuts}</span>
      </label>
      <dl class="review-keys">
        {(['a', 'c', 'e', 'r', 'q', 'n'] as const).map(key => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t.keys[key]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function History({ shown, failed }: { shown: ReviewCase; failed: FailedForm | undefined }) {
  const t = useMessages('review')
  const { changes, contribution } = shown
  if (changes.length === 0) return null
  const isSampleShown = contribution.is_sampled && contribution.status === 'accepted'
  const last = changes.find(({ action, is_undone }) => action !== 'undone' && !is_undone)
  return (
    <section class="stack" aria-labelledby="history">
      <h2 id="history" class="h-s">
        {t.history}
      </h2>
      <ol class="card card-flush row-list">
        {changes.map(change => (
          <li key={change.id}>
            <div>
              <p class="cluster">
                <b>{t.actions[change.action]}</b>
                {change.is_undone && <span class="badge">{t.isUndone}</span>}
              </p>
              <p class="small muted row-details">
                <Timestamp at={change.changed_at} />
                <ChangedFields change={change} />
                {change.reason !== null && <span>{change.reason}</span>}
              </p>
            </div>
            {change.id === last?.id && !isSampleShown && (
              <UndoForm
                changeId={change.id}
                contributionId={contribution.id}
                problem={failed?.form === 'undo' ? failed.problem : undefined}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function ChangedFields({ change }: { change: CommunityChange }) {
  const t = useMessages('review')
  const locale = useLocale()
  const { before, after } = change
  if (after === null) return <span>{t.removed}</span>
  if (before === null) return null
  const changed = proposableFields.filter(field => (before[field] ?? null) !== (after[field] ?? null))
  return (
    <span>
      {changed
        .map(field => `${fieldLabel(field, locale)} ${before[field] ?? '–'} → ${after[field] ?? '–'}`)
        .join(', ')}
    </span>
  )
}
