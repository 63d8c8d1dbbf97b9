// Where the data comes from, how old it is, and where to correct it.
import type { FoodOfPage } from '../../catalog/food-page.ts'
import type { Food } from '../../food/food.ts'
import { Day } from '../components/timestamp.tsx'

interface Origin {
  name: string
  /** The record at the source. */
  page?: string
  /** Where it can be changed. */
  edit?: string
}

function originOf(source: Food['source'], sourceId: string, barcode: string | null): Origin {
  switch (source) {
    case 'off': {
      const code = barcode ?? sourceId
      if (!/^\d{1,24}$/.test(code))
        return { name: 'Open Food Facts', page: 'https://world.openfoodfacts.org' }
      return {
        name: 'Open Food Facts',
        page: `https://world.openfoodfacts.org/product/${code}`,
        edit: `https://world.openfoodfacts.org/cgi/product.pl?type=edit&code=${code}`,
      }
    }
    case 'usda':
      return {
        name: 'USDA FoodData Central',
        page: /^\d{1,12}$/.test(sourceId)
          ? `https://fdc.nal.usda.gov/food-details/${sourceId}/nutrients`
          : 'https://fdc.nal.usda.gov',
      }
    case 'community':
      return { name: 'a member of the community' }
    case 'ai_estimate':
      return { name: 'an AI estimate' }
  }
}

export function Provenance({ found }: { found: FoodOfPage }) {
  const { food, record, updatedAt } = found
  const { name, page, edit } = originOf(food.source, record.source_id, food.barcode)
  return (
    <section aria-labelledby="origin-title">
      <h2 id="origin-title">Where it comes from</h2>
      <dl class="facts">
        <div>
          <dt>Source</dt>
          <dd>{page ? <a href={page}>{name}</a> : name}</dd>
        </div>
        <div>
          <dt>Changed there</dt>
          <dd>{record.modified_at === null ? 'not known' : <Day at={new Date(record.modified_at)} />}</dd>
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
        ) : food.source === 'usda' ? (
          <>Tell the people of FoodData Central; what they correct comes here with the next import.</>
        ) : (
          <>
            Add the product to <a href="https://world.openfoodfacts.org">Open Food Facts</a> from its label: a
            label counts for more than this.
          </>
        )}
      </p>
    </section>
  )
}
