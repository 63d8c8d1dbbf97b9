import { GuideCode } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { FieldMapping, nutrientsPer100g, unknownIsNull } from './field-mapping.tsx'

export function FromUsda({ apiUrl, requestsPerMinute }: DeploymentInfo) {
  return (
    <>
      <p>
        FoodData Central has laboratory values for generic foods and the labels of products sold in the United
        States. Larder can import its files, and serves them together with the products of Open Food Facts
        through one search. Stay with FoodData Central if you need amino acids, fatty acids or how a value was
        measured: the Larder API has energy and nine nutrients.
      </p>
      <h2 id="requests">Requests</h2>
      <FieldMapping
        service="FoodData Central"
        rows={[
          {
            theirs: ['/v1/foods/search?query='],
            ours: ['/search?q='],
            note: 'a list of foods instead of an object with foods and pages',
          },
          {
            theirs: ['/v1/food/FDC_ID'],
            ours: ['/food/ID'],
            note: 'Larder has its own ids, which stay the same when USDA publishes a new release',
          },
          {
            theirs: ['/v1/foods/search?query=GTIN'],
            ours: ['/barcode/CODE'],
            note: 'exactly one food or 404',
          },
          { theirs: ['/v1/foods/list'], ours: ['/foods/popular'], note: 'the most common foods first' },
        ]}
      />
      <p>
        An API key is optional and is sent as the header <code>Authorization: Bearer KEY</code>, not as{' '}
        <code>api_key</code> in the address, where logs would record it.
      </p>
      <h2 id="fields">Fields</h2>
      <p>
        In FoodData Central you look for a nutrient in the list <code>foodNutrients</code>; in Larder each one
        is a field. {nutrientsPer100g}
      </p>
      <FieldMapping
        service="Nutrient number (id)"
        rows={[
          {
            theirs: ['208 (1008)'],
            ours: ['calories_kcal'],
            note: 'also from 957 and 958 (2047, 2048) in Foundation Foods',
          },
          { theirs: ['203 (1003)'], ours: ['protein_g'] },
          { theirs: ['204 (1004)'], ours: ['fat_g'] },
          { theirs: ['205 (1005)'], ours: ['carbs_g'], note: 'by difference, so fiber is included' },
          { theirs: ['291 (1079)'], ours: ['fiber_g'] },
          { theirs: ['269 (2000)'], ours: ['sugar_g'] },
          { theirs: ['307 (1093)'], ours: ['sodium_mg'] },
          { theirs: ['606 (1258)'], ours: ['saturated_fat_g'] },
          { theirs: ['601 (1253)'], ours: ['cholesterol_mg'] },
          { theirs: ['306 (1092)'], ours: ['potassium_mg'] },
        ]}
      />
      <GuideCode file="coming-from/fooddata-central.ts" title="Read nutrients by number" apiUrl={apiUrl} />
      <FieldMapping
        service="Other fields"
        rows={[
          { theirs: ['description'], ours: ['name'] },
          { theirs: ['brandName', 'brandOwner'], ours: ['brand'] },
          { theirs: ['gtinUpc'], ours: ['barcode'], note: '13 digits with leading zeros' },
          {
            theirs: ['servingSize', 'servingSizeUnit'],
            ours: ['serving_size_g'],
            note: 'grams; null if the label states another unit that cannot be converted',
          },
          { theirs: ['householdServingFullText'], ours: ['serving_desc'] },
          {
            theirs: ['labelNutrients'],
            ours: [],
            note: 'values per serving are calculated from those per 100 g',
          },
          {
            theirs: ['dataType'],
            ours: ['source'],
            note: 'where the food comes from, without the kind of data',
          },
        ]}
      />
      <h2 id="differences">Differences</h2>
      <ul>
        <li>{unknownIsNull} In FoodData Central such a nutrient is missing from the list.</li>
        <li>
          FoodData Central allows 1,000 requests per hour per IP address by default (
          <a href="https://fdc.nal.usda.gov/api-guide">API guide</a>). Here it is {requestsPerMinute.starter}{' '}
          requests per minute without a plan and {requestsPerMinute.pro} with Pro (
          <a href="/docs/limits">Rate limits</a>).
        </li>
        <li>
          Typos, synonyms and other languages find the same food: <em>bannana</em>, <em>plátano</em>.
        </li>
        <li>
          USDA’s data is in the public domain; a credit is suggested. Foods whose <code>source</code> is{' '}
          <code>off</code> need the <a href="/docs/attribution">credit of the ODbL</a>.
        </li>
      </ul>
    </>
  )
}
