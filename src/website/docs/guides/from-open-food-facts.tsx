import { GuideCode } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { FieldMapping, nutrientsPer100g, unknownIsNull } from './field-mapping.tsx'

export function FromOpenFoodFacts({ apiUrl, requestsPerMinute }: DeploymentInfo) {
  return (
    <>
      <p>
        Larder imports the data of Open Food Facts, so you find the same products under the same barcodes. It
        checks the values, stores them in the same units for every product, and adds generic foods from USDA
        FoodData Central. Stay with the Open Food Facts API if your app writes products or photos back, or
        reads fields that Larder does not have.
      </p>
      <h2 id="adapter">Without changing your code</h2>
      <p>
        <code>@larder/off-adapter</code> is a small server that answers in the format of Open Food Facts:
        products by barcode in versions 0, 2 and 3, and both searches. Where an app lets you set the address
        of the API, enter the address of the adapter. Start it with <code>larder-off-adapter</code> and{' '}
        <code>LARDER_API_URL</code> set to <code>{apiUrl}</code>. It has the fields below; a nutrient that is
        not known is absent.
      </p>
      <GuideCode file="coming-from/adapter.sh" title="Read a product through the adapter" apiUrl={apiUrl} />
      <h2 id="requests">Requests</h2>
      <FieldMapping
        service="Open Food Facts"
        rows={[
          {
            theirs: ['/api/v2/product/CODE'],
            ours: ['/barcode/CODE'],
            note: (
              <>
                one food; <code>404</code> instead of <code>status: 0</code>
              </>
            ),
          },
          {
            theirs: ['/cgi/search.pl', '/api/v2/search'],
            ours: ['/search?q='],
            note: 'a list of foods, best match first; typos are corrected',
          },
          {
            theirs: ['/category/NAME.json'],
            ours: ['/foods/popular?category='],
            note: 'categories have English names, listed by /foods/categories',
          },
        ]}
      />
      <p>
        The id of a food is a number (<code>id</code>); it never changes. A <code>User-Agent</code> with your
        app’s name is not required.
      </p>
      <GuideCode file="coming-from/open-food-facts.ts" title="Read a product and search" apiUrl={apiUrl} />
      <h2 id="fields">Fields</h2>
      <p>{nutrientsPer100g}</p>
      <FieldMapping
        service="Open Food Facts"
        rows={[
          { theirs: ['code'], ours: ['barcode'], note: '13 digits, or 8 for EAN-8' },
          { theirs: ['product_name'], ours: ['name'] },
          { theirs: ['brands'], ours: ['brand'], note: 'one brand, not a list' },
          { theirs: ['categories_tags'], ours: ['category'], note: 'one category with an English name' },
          { theirs: ['serving_quantity'], ours: ['serving_size_g'], note: 'grams' },
          { theirs: ['serving_size'], ours: ['serving_desc'], note: 'the text of the label' },
          {
            theirs: ['energy-kcal_100g'],
            ours: ['calories_kcal'],
            note: 'calculated from kilojoules if only they are stated',
          },
          { theirs: ['proteins_100g'], ours: ['protein_g'] },
          { theirs: ['fat_100g'], ours: ['fat_g'] },
          { theirs: ['saturated-fat_100g'], ours: ['saturated_fat_g'] },
          { theirs: ['carbohydrates_100g'], ours: ['carbs_g'] },
          { theirs: ['sugars_100g'], ours: ['sugar_g'] },
          { theirs: ['fiber_100g'], ours: ['fiber_g'] },
          { theirs: ['sodium_100g'], ours: ['sodium_mg'], note: 'milligrams; Open Food Facts has grams' },
          { theirs: ['salt_100g'], ours: ['sodium_mg'], note: 'salt in grams = sodium_mg × 2.5 ÷ 1000' },
          { theirs: ['cholesterol_100g'], ours: ['cholesterol_mg'], note: 'milligrams' },
          { theirs: ['potassium_100g'], ours: ['potassium_mg'], note: 'milligrams' },
          { theirs: ['image_url'], ours: ['image_url'] },
          { theirs: ['image_small_url', 'image_thumb_url'], ours: ['image_thumb_url'] },
        ]}
      />
      <p>
        Ingredients, allergens, traces, labels, countries, Nutri-Score, NOVA, names by language, vitamins and
        minerals are at <code>/food/ID/details</code>, where they are known. There are no additives.
      </p>
      <h2 id="differences">Differences</h2>
      <ul>
        <li>{unknownIsNull}</li>
        <li>
          Impossible values, such as 900 g of fat per 100 g, are corrected or removed, and{' '}
          <code>confidence</code> says how reliable a food is (<a href="/docs/data-quality">Data quality</a>).
        </li>
        <li>
          Search as you type is allowed. The{' '}
          <a href="https://openfoodfacts.github.io/openfoodfacts-server/api/">Open Food Facts API</a> asks
          apps not to do it and allows 10 searches per minute; here the limit is {requestsPerMinute.starter}{' '}
          requests per minute without a plan and {requestsPerMinute.pro} with Pro (
          <a href="/docs/limits">Rate limits</a>). On your own server you set it.
        </li>
        <li>
          Every form of a barcode works: with or without leading zeros, as UPC-A, EAN-13 or GTIN-14 (
          <a href="/docs/barcodes">Barcodes</a>).
        </li>
        <li>
          The license is still the ODbL: show <a href="/docs/attribution">the same credit</a> as before.
        </li>
      </ul>
    </>
  )
}
