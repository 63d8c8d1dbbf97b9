import { Fragment } from 'preact'
import { useMessages } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

interface PagerProps {
  offset: number
  pageSize: number
  hasMore: boolean
  /** The URL of the page that starts at an offset. */
  hrefAt: (offset: number) => string
  /** The number of entries, if it is known; the pages are then numbered. */
  total?: number
  /** What this page shows, such as 1–20 of 45. */
  label?: string
}

/** Links to the previous and next page. */
export function Pager({ offset, pageSize, hasMore, hrefAt, total, label }: PagerProps) {
  const t = useMessages('shared')
  if (offset === 0 && !hasMore) return null
  return (
    <nav class="pager" aria-label={t.pages}>
      {label !== undefined && <span>{label}</span>}
      {offset > 0 && (
        <a class="btn step" rel="prev" href={hrefAt(Math.max(0, offset - pageSize))}>
          <Icon name="chevron-left" small />
          {t.previousPage}
        </a>
      )}
      {total !== undefined && (
        <PageNumbers total={total} offset={offset} pageSize={pageSize} hrefAt={hrefAt} />
      )}
      {hasMore && (
        <a class="btn step" rel="next" href={hrefAt(offset + pageSize)}>
          {t.nextPage}
          <Icon name="chevron-right" small />
        </a>
      )}
    </nav>
  )
}

function PageNumbers({
  total,
  offset,
  pageSize,
  hrefAt,
}: Required<Pick<PagerProps, 'total' | 'offset' | 'pageSize' | 'hrefAt'>>) {
  const last = Math.ceil(total / pageSize) - 1
  const current = Math.floor(offset / pageSize)
  const shown = Array.from({ length: last + 1 }, (_, page) => page).filter(
    page => page === 0 || page === last || Math.abs(page - current) <= 1,
  )
  return (
    <ol class="pager-numbers">
      {shown.map((page, index) => (
        <Fragment key={page}>
          {index > 0 && page - 1 !== shown[index - 1] && (
            <li aria-hidden="true">
              <span class="gap">…</span>
            </li>
          )}
          <li>
            <a href={hrefAt(page * pageSize)} aria-current={page === current ? 'page' : undefined}>
              {page + 1}
            </a>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

const maxOffset = 100_000_000

/** Parses the `offset` query parameter; anything but a number is 0. */
export function readOffset(value: string): number {
  const offset = /^\d{1,9}$/.test(value) ? Number(value) : 0
  return Math.min(offset, maxOffset)
}
