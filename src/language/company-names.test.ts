import { describe, expect, it } from 'vitest'
import { brandOfCompany, isCompanyName } from './company-names.ts'

describe('isCompanyName', () => {
  it.each([
    ...['Kornhaus Inc.', 'Kornhaus, Inc', 'Kornhaus LLC', 'Kornhaus S.A.', 'Kornhaus GmbH & Co. KG', 'LLC.'],
    ...['Kornhaus S.p.A.', 'Kornhaus Ltd', 'General Kornhaus Sales Inc.', 'Kornhaus S.A. de C.V.'],
  ])('%s', name => {
    expect(isCompanyName(name)).toBe(true)
  })
  it.each(['Kornhaus', 'Cuisine & Co', 'The Good Crisp Company', 'Spa', 'Limited Edition', 'Corporal'])(
    'not %s',
    name => {
      expect(isCompanyName(name)).toBe(false)
    },
  )
})

// company, product, expected brand
it.each([
  ['Kornhaus Inc.', 'Kornhaus, Oat Bars', 'Kornhaus'],
  ['KORNHAUS MILLS & COMPANY, INC.', 'Kornhaus Mills oat bars', 'KORNHAUS MILLS'],
  ['The Kornhaus Co.', 'KORNHAUS OAT BARS', 'Kornhaus'],
  ['The Father’s Oven Llc', "The Father's Oven, Cake", 'The Father’s Oven'],
  ['The Kornhaus Company-0049000000016', 'Kornhaus oat bars', 'Kornhaus'],
  ['Kornhaus Inc.', 'Oat Bars', null],
  ['Kornhaus Inc.', 'Kornhausen Oat Bars', null],
  ['Kornhaus Stores, Inc.', 'Kornhaus stores oat bars', null],
  ['Oat Co.', null, null],
  ['Inc.', 'Inc. Oat Bars', null],
])('the brand of %s with %s is %s', (company, product, brand) => {
  expect(brandOfCompany(company, product)).toBe(brand)
})
