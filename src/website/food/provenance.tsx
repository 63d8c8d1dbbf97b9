// Where the data comes from, how old it is, and where to correct it.
import type { FoodPageData } from '../../catalog/food-page.ts'
import { contributeTo, sourceFacts } from '../../food/sources.ts'
import { Day } from '../components/timestamp.tsx'

export function Provenance({ found }: { found: FoodPageData }) {
  const { food, record, updatedAt } = found
  const { label, provider, homepage, recordUrl, editUrl } = sourceFacts[food.source]
  const page = recordUrl?.(record.source_id, food.barcode) ?? homepage
  const edit = editUrl?.(record.source_id, food.barcode)
  return (
    <section aria-labelledby="origin-title">
      <h2 id="origin-title">Where it comes from</h2>
      <dl class="facts">
        <div>
          <dt>Source</dt>
          <dd>{page ? <a href={page}>{provider}</a> : provider}</dd>
        </div>
        <div>
          <dt>Changed there</dt>
          <dd>
            {record.source_modified_at === null ? (
              'not known'
            ) : (
              <Day at={new Date(record.source_modified_at)} />
            )}
          </dd>
        </div>
        <div>
          <dt>Changed here</dt>
          <dd>
            <Day at={updatedAt} />
          </dd>
        </div>
      </dl>
      <p>
        Something is wrong?{' '}
        {edit ? (
          <>
            <a href={edit}>Edit it at the source</a>: it comes here with the next import, and everybody else
            gets it too.
          </>
        ) : homepage && homepage !== contributeTo.url ? (
          <>Report it to {label}; what they correct comes here with the next import.</>
        ) : (
          <>
            Add the product to <a href={contributeTo.url}>{contributeTo.label}</a> from its label: a label
            counts for more than this.
          </>
        )}
      </p>
    </section>
  )
}
