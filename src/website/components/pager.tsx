/** Links to the pages before and after; `hrefAt` makes the address of the page that begins at an offset. */
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

/** Where a list begins, as the address says; what is no number begins at the first. */
export function readOffset(written: string): number {
  const offset = /^\d{1,9}$/.test(written) ? Number(written) : 0
  return Math.min(offset, maxOffset)
}
