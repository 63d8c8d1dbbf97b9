import type { FoodPageData } from '../../catalog/food-page.ts'
import { mapNutrients, titleOfNutrient } from '../../food/nutrients.ts'
import { classes, classOfConfidence } from '../../quality/confidence/classes.ts'

export function DataConfidence({ found }: { found: FoodPageData }) {
  const { confidence } = found.food
  const { verdict, badge } = classes[classOfConfidence(confidence)]
  return (
    <section aria-labelledby="confidence-title">
      <h2 id="confidence-title">Data confidence</h2>
      <p class="verdict">
        <strong>{confidence.toFixed(2)} out of 1.</strong> {verdict}
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
          <summary>Corrections made during import ({found.changes.length})</summary>
          <ul class="reasons">
            {found.changes.map(({ field, rule, found: original, what }) => (
              <li key={`${field} ${rule}`}>
                <strong>{fieldNames[field] ?? field}</strong>
                {original !== null && (
                  <>
                    , originally <q>{shorten(String(original))}</q>
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
  serving_size_g: 'Serving size',
  serving_desc: 'Serving description',
  ...mapNutrients(titleOfNutrient),
  image_url: 'Image',
  image_thumb_url: 'Thumbnail',
}

const maxQuotedLength = 80

function shorten(text: string): string {
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text
}
