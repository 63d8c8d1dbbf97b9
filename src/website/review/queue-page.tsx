// The queue of contributions, one item for each food.
import type { ContributionKind } from '../../community/contribution.ts'
import type { QueueItem, RecentChange } from '../../community/review.ts'
import { Timestamp } from '../components/timestamp.tsx'
import { useFormat, useMessages } from '../i18n/messages.ts'

export const contributionKinds = ['new', 'correction', 'confirmation'] as const satisfies ContributionKind[]

export const itemsPerPage = 50

export interface QueueNumbers {
  contributions: number
  reports: number
}

/** The two parts of the queue. */
export function QueueTabs({ numbers, current }: { numbers: QueueNumbers; current: keyof QueueNumbers }) {
  const t = useMessages('review')
  const { number } = useFormat()
  const tabs = [
    ['contributions', '/review', t.contributions],
    ['reports', '/review/reports', t.reports],
  ] as const
  return (
    <nav class="cluster" aria-label={t.title}>
      {tabs.map(([name, href, label]) => (
        <a key={name} class="chip" href={href} aria-current={name === current ? 'page' : undefined}>
          {label} ({number(numbers[name])})
        </a>
      ))}
    </nav>
  )
}

interface QueuePageProps {
  items: QueueItem[]
  recent: RecentChange[]
  kind: ContributionKind | undefined
  /** How many items the earlier pages list. */
  offset: number
  numbers: QueueNumbers
}

export function QueuePage({ items, recent, kind, offset, numbers }: QueuePageProps) {
  const t = useMessages('review')
  const [first] = items
  const filter = kind === undefined ? '' : `kind=${kind}&`
  return (
    <div class="wrap stack-l review">
      <div>
        <h1>{t.title}</h1>
        <p class="muted">{t.waiting({ count: numbers.contributions })}</p>
      </div>
      <QueueTabs numbers={numbers} current="contributions" />
      <nav class="cluster" aria-label={t.kind}>
        {[undefined, ...contributionKinds].map(each => (
          <a
            key={each ?? 'all'}
            class="chip"
            href={each === undefined ? '/review' : `/review?kind=${each}`}
            aria-current={each === kind ? 'true' : undefined}
          >
            {each === undefined ? t.allKinds : t.kinds[each]}
          </a>
        ))}
      </nav>
      {first === undefined ? (
        <p class="empty">{t.nothingWaiting}</p>
      ) : (
        <>
          <p>
            <a class="btn btn-primary" href={`/review/${first.id}`}>
              {t.start}
            </a>
          </p>
          <QueueItems items={items} />
        </>
      )}
      {items.length === itemsPerPage && (
        <p>
          <a class="btn" href={`/review?${filter}offset=${offset + itemsPerPage}`}>
            {t.more}
          </a>
        </p>
      )}
      {recent.length > 0 && <RecentChanges changes={recent} />}
    </div>
  )
}

export function QueueItems({ items }: Pick<QueuePageProps, 'items'>) {
  const t = useMessages('review')
  return (
    <ul class="card card-flush row-list">
      {items.map(item => (
        <li key={item.id}>
          <div>
            <p class="cluster">
              <a href={`/review/${item.id}`}>
                <b>{item.name}</b>
              </a>
              <span class="badge">{t.kinds[item.kind]}</span>
              {item.is_sampled && <span class="badge badge-partly">{t.sample}</span>}
              {item.has_photo && <span class="badge badge-ok">{t.photo}</span>}
            </p>
            <p class="small muted row-details">
              <Timestamp at={item.created_at} />
              {item.checks > 0 && <span>{t.remarks({ count: item.checks })}</span>}
              {item.others > 0 && <span>{t.others({ count: item.others })}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Where a moderator finds a decision again, to undo it. */
function RecentChanges({ changes }: { changes: RecentChange[] }) {
  const t = useMessages('review')
  return (
    <section class="stack-s" aria-labelledby="recent">
      <h2 id="recent" class="h-s">
        {t.recent}
      </h2>
      <ul class="card card-flush row-list">
        {changes.map(change => (
          <li key={change.id}>
            <div>
              <p class="cluster">
                <a href={`/review/${change.contribution_id}`}>{change.name}</a>
                <span class="badge">{t.actions[change.action]}</span>
              </p>
              <p class="small muted row-details">
                <Timestamp at={change.changed_at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
