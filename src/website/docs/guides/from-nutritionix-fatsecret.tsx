import { GuideCode } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { FieldMapping, unknownIsNull } from './field-mapping.tsx'

export function FromNutritionixOrFatSecret({ apiUrl, requestsPerMinute }: DeploymentInfo) {
  return (
    <>
      <p>
        Both services give values per serving, while Larder gives them per 100 g with the weight of a serving.
        That is the main change in your code, and one function handles it. Larder has no restaurant menus, no
        exercise data and no food diary. If you need those, keep your current service or use both.
      </p>
      <h2 id="nutritionix">Nutritionix</h2>
      <FieldMapping
        service="Nutritionix"
        rows={[
          {
            theirs: ['/v2/search/instant?query='],
            ours: ['/search?q='],
            note: 'one list of generic and branded foods',
          },
          { theirs: ['/v2/search/item?upc='], ours: ['/barcode/CODE'] },
          { theirs: ['/v2/search/item?nix_item_id='], ours: ['/food/ID'] },
          {
            theirs: ['/v2/natural/nutrients'],
            ours: [],
            note: (
              <>
                no such endpoint: search each food, then multiply. <code>/search</code> ignores amounts in the
                text (“2 eggs”)
              </>
            ),
          },
          {
            theirs: ['x-app-id', 'x-app-key'],
            ours: ['Authorization'],
            note: (
              <>
                <code>Bearer KEY</code>, optional
              </>
            ),
          },
          { theirs: ['food_name'], ours: ['name'] },
          { theirs: ['brand_name'], ours: ['brand'] },
          {
            theirs: ['serving_qty', 'serving_unit'],
            ours: ['serving_desc'],
            note: 'one text, such as “1 slice (43 g)”',
          },
          { theirs: ['serving_weight_grams'], ours: ['serving_size_g'] },
          { theirs: ['nf_calories'], ours: ['calories_kcal'], note: 'per 100 g, like all that follow' },
          { theirs: ['nf_total_fat'], ours: ['fat_g'] },
          { theirs: ['nf_saturated_fat'], ours: ['saturated_fat_g'] },
          { theirs: ['nf_total_carbohydrate'], ours: ['carbs_g'] },
          { theirs: ['nf_dietary_fiber'], ours: ['fiber_g'] },
          { theirs: ['nf_sugars'], ours: ['sugar_g'] },
          { theirs: ['nf_protein'], ours: ['protein_g'] },
          { theirs: ['nf_sodium'], ours: ['sodium_mg'] },
          { theirs: ['nf_cholesterol'], ours: ['cholesterol_mg'] },
          { theirs: ['nf_potassium'], ours: ['potassium_mg'] },
          { theirs: ['photo.thumb', 'photo.highres'], ours: ['image_thumb_url', 'image_url'] },
        ]}
      />
      <GuideCode file="coming-from/nutritionix.ts" title="Values per serving" apiUrl={apiUrl} />
      <h2 id="fatsecret">FatSecret</h2>
      <FieldMapping
        service="FatSecret"
        rows={[
          {
            theirs: ['foods.search'],
            ours: ['/search?q='],
            note: 'with all nutrients: no second request for each food',
          },
          { theirs: ['food.get'], ours: ['/food/ID'] },
          {
            theirs: ['food.find_id_for_barcode'],
            ours: ['/barcode/CODE'],
            note: 'returns the food, and accepts every form of the code',
          },
          {
            theirs: ['OAuth 1.0, OAuth 2.0'],
            ours: ['Authorization'],
            note: (
              <>
                a key that you send as <code>Bearer KEY</code>, without a token request
              </>
            ),
          },
          { theirs: ['food_name'], ours: ['name'] },
          { theirs: ['brand_name'], ours: ['brand'] },
          { theirs: ['servings.serving'], ours: ['serving_size_g', 'serving_desc'], note: 'one serving' },
          { theirs: ['metric_serving_amount'], ours: ['serving_size_g'], note: 'grams' },
          { theirs: ['calories'], ours: ['calories_kcal'], note: 'numbers, not strings; per 100 g' },
          { theirs: ['fat', 'saturated_fat'], ours: ['fat_g', 'saturated_fat_g'] },
          { theirs: ['carbohydrate', 'fiber', 'sugar'], ours: ['carbs_g', 'fiber_g', 'sugar_g'] },
          { theirs: ['protein'], ours: ['protein_g'] },
          {
            theirs: ['sodium', 'cholesterol', 'potassium'],
            ours: ['sodium_mg', 'cholesterol_mg', 'potassium_mg'],
          },
        ]}
      />
      <GuideCode file="coming-from/fatsecret.ts" title="A list of servings" apiUrl={apiUrl} />
      <h2 id="differences">Differences</h2>
      <ul>
        <li>{unknownIsNull} The same holds for a portion: an unknown value times 0.43 is still unknown.</li>
        <li>
          The limit is {requestsPerMinute.starter} requests per minute without a plan and{' '}
          {requestsPerMinute.pro} with Pro, and requests over it are rejected, not billed (
          <a href="/docs/limits">Rate limits</a>). You may store what you receive: the data is open.
        </li>
        <li>
          In exchange you <a href="/docs/attribution">credit Open Food Facts</a> where you show its data, and
          share a modified database under the same license.
        </li>
        <li>You can run Larder on your own server, so your users’ searches stay with you.</li>
      </ul>
      <h2 id="barcodes">Barcodes</h2>
      <p>
        Send what the scanner reads. Check digits and leading zeros are handled for you (
        <a href="/docs/barcodes">Barcodes</a>).
      </p>
      <GuideCode file="coming-from/barcode-forms.sh" title="Forms of one barcode" apiUrl={apiUrl} />
    </>
  )
}
