import { expect, it } from 'vitest'
import { tableNameToUsda } from './table-name.ts'

it.each([
  ['Ocean perch/redfish deep-frozen, fried without fat (pan)', 'Ocean perch (redfish), frozen, fried'],
  ['Camembert cheese min. 45 % fat in dry matter', 'Camembert cheese'],
  ['Cream 30% fat, thick, refrigerated', 'Cream, thick'],
  ['Pilsner beer 0.0 % vol', 'Pilsner beer 0.0 % vol'],
  ['Banana, flesh without skin, raw', 'Banana, raw'],
  ['Chick pea, boiled/cooked in water (average)', 'Chick pea, boiled'],
  ['Rice, white, boiled in unsalted water', 'Rice, white, boiled'],
  ['Coffee/cocoa liqueur, without milk', 'Coffee/cocoa liqueur, without milk'],
  ['Chocolate with mocha/coffee', 'Chocolate with mocha/coffee'],
  ['Cooked smoked sausages (average)', 'Cooked smoked sausages'],
  ['Trout, steamed, weighed with bones', 'Trout, steamed, weighed with bones'],
])('%s is %s', (name, rewritten) => {
  expect(tableNameToUsda(name)).toBe(rewritten)
})
