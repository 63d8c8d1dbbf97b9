/** Links to the previous and next page; `hrefAt` returns the URL of the page that starts at an offset. */
export function Pager({
  offset,
  pageSize,
  hasMore,
  hrefAt,
}: {
  offset: number
  pageSize: number
  hasMore: boolean
  hrefAt: (offset: number) => string
}) {
  if (offset === 0 && !hasMore) return null
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 && (
        <a class="button quiet" rel="prev" href={hrefAt(Math.max(0, offset - pageSize))}>
          ← Previous
        </a>
      )}
      {hasMore && (
        <a class="button quiet" rel="next" href={hrefAt(offset + pageSize)}>
          Next →
        </a>
      )}
    </nav>
  )
}

const maxOffset = 100_000_000

/** Parses the `offset` query parameter; anything but a number is 0. */
export function readOffset(value: string): number {
  const offset = /^\d{1,9}$/.test(value) ? Number(value) : 0
  return Math.min(offset, maxOffset)
}
