// How far the numbers can be trusted, and why.
import type { FoodPageData } from '../../catalog/food-page.ts'
import { mapNutrients, titleOfNutrient } from '../../food/nutrients.ts'
import { classes, classOfConfidence } from '../../quality/confidence/classes.ts'

export function DataConfidence({ found }: { found: FoodPageData }) {
  const { confidence } = found.food
  const { verdict, badge } = classes[classOfConfidence(confidence)]
  return (
    <section aria-labelledby="trust-title">
      <h2 id="trust-title">How far to trust it</h2>
      <p class="verdict">
        <strong>{confidence.toFixed(2)} of 1.</strong> {verdict}
      </p>
      <svg class={`scale ${badge.look}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="scale-all" width="100" height="4" />
        <rect class="scale-part" width={(100 * confidence).toFixed(1)} height="4" />
      </svg>
      <ul class="reasons">
        {found.confidence.map(reason => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {found.changes.length > 0 && (
        <details>
          <summary>What was changed on the way in ({found.changes.length})</summary>
          <ul class="reasons">
            {found.changes.map(({ field, rule, found: before, what }) => (
              <li key={`${field} ${rule}`}>
                <strong>{fieldNames[field] ?? field}</strong>
                {before !== null && (
                  <>
                    , found as <q>{shortened(String(before))}</q>
                  </>
                )}
                : {what}.
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const fieldNames: Record<string, string> = {
  name: 'Name',
  brand: 'Brand',
  barcode: 'Barcode',
  category: 'Category',
  serving_size_g: 'Serving',
  serving_desc: 'Serving in words',
  ...mapNutrients(titleOfNutrient),
  image_url: 'Picture',
  image_thumb_url: 'Small picture',
}

const maxQuotedLength = 80

function shortened(text: string): string {
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text
}
