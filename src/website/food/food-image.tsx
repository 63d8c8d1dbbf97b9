import type { Food } from '../../food/food.ts'
import { httpsOnly, titleOf } from './meta-tags.tsx'

/** Shows a placeholder if there is no image or it fails to load. */
export function FoodImage({ food }: { food: Food }) {
  const url = httpsOnly(food.image_url)
  return (
    <div class="food-photo">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="19" />
        <circle cx="32" cy="32" r="12" />
        <path d="M6 14v10a4 4 0 0 0 4 4v22M10 14v12M14 14v10a4 4 0 0 1-4 4M55 50V14c-4 3-5 9-5 15 0 3 2 4 5 4" />
      </svg>
      {url && (
        <img
          src={url}
          alt={titleOf(food)}
          width="240"
          height="240"
          decoding="async"
          referrerpolicy="no-referrer"
        />
      )}
    </div>
  )
}
