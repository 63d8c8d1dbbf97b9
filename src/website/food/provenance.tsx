// The data source of a food, its age and where to correct it.
import type { FoodPageData } from '../../catalog/food-page.ts'
import { contributeTo, sourceFacts } from '../../food/sources.ts'
import { Day } from '../components/timestamp.tsx'

export function Provenance({ found }: { found: FoodPageData }) {
  const { food, record, updatedAt } = found
  const { label, provider, homepage, recordUrl, editUrl } = sourceFacts[food.source]
  const page = recordUrl?.(record.source_id, food.barcode) ?? homepage
  const edit = editUrl?.(record.source_id, food.barcode)
  return (
    <section aria-labelledby="source-title">
      <h2 id="source-title">Data source</h2>
      <dl class="facts">
        <div>
          <dt>Source</dt>
          <dd>{page ? <a href={page}>{provider}</a> : provider}</dd>
        </div>
        <div>
          <dt>Updated at source</dt>
          <dd>
            {record.source_modified_at === null ? (
              'Unknown'
            ) : (
              <Day at={new Date(record.source_modified_at)} />
            )}
          </dd>
        </div>
        <div>
          <dt>Updated here</dt>
          <dd>
            <Day at={updatedAt} />
          </dd>
        </div>
      </dl>
      <p>
        See a mistake?{' '}
        {edit ? (
          <>
            <a href={edit}>Edit it at the source</a>. Your correction will appear here after the next import.
          </>
        ) : homepage && homepage !== contributeTo.url ? (
          <>Report it to {label}. Corrections appear here after the next import.</>
        ) : (
          <>
            Add the product with its label to <a href={contributeTo.url}>{contributeTo.label}</a>; label data
            replaces this entry.
          </>
        )}
      </p>
    </section>
  )
}
