import { brandOfCompany, isCompanyName } from '../../language/company-names.ts'
import { titleCase } from '../../language/title-case.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import { cleanOptional } from './text.ts'

// Short ones are often acronyms or written like this on the package: LU, KIND, dm.
const minConvertedLength = 5

/** Null if there is none, or a company that the name of the product does not mention. */
export function readBrand(written: unknown, name: unknown, flags: QualityFlag[]): string | null {
  const brand = cleanOptional(written, 'brand', flags)
  if (brand === null) return null
  if (isCompanyName(brand)) {
    flags.push({ rule: 'company-name', field: 'brand', found: brand })
    return brandOfCompany(brand, typeof name === 'string' ? name : null)
  }
  const converted = brand.length < minConvertedLength ? brand : titleCase(brand)
  if (converted !== brand) flags.push({ rule: 'title-case', field: 'brand', found: brand })
  return converted
}
