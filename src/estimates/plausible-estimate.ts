// The checks that every estimate passes: those that labels pass.
import { mapNutrients } from '../food/nutrients.ts'
import { estimateSource } from '../food/sources.ts'
import { checkPlausibility, effectOf } from '../quality/plausibility.ts'
import { type EstimatedNutrient, estimatedNutrients } from './comparable-foods.ts'

/** Whether no value is impossible or suspicious, on its own or together with the others. */
export function isPlausibleEstimate(
  food: { name: string; category: string | null },
  values: Readonly<Record<EstimatedNutrient, number>>,
): boolean {
  const checked = checkPlausibility({
    ...{ source: estimateSource, source_id: '', alternate_id: null, barcode: null, brand: null },
    ...{ name: food.name, category: food.category, serving_size_g: null, serving_desc: null },
    ...mapNutrients(nutrient => {
      const estimated = estimatedNutrients.find(each => each === nutrient)
      return estimated === undefined ? null : values[estimated]
    }),
    ...{ image_url: null, image_thumb_url: null, alcohol_g: null, polyols_g: null },
    ...{ popularity: 0, source_modified_at: null, quality_flags: [], details: null },
  })
  return checked.quality_flags.every(flag => effectOf(flag) === undefined)
}
