// Companies are not brands: the owner of Pillsbury is General Mills Sales Inc., which no package shows as its brand.

// Legal forms that are not also words of brands: Cuisine & Co and The Good Crisp Company are brands.
const forms = [
  ...[
    'inc',
    'incorporated',
    'llc',
    String.raw`l\.l\.c`,
    'ltd',
    'limited',
    'ltda',
    'corp',
    'corporation',
    'plc',
  ],
  ...['gmbh', String.raw`gmbh ?(?:&|\+|und) ?co\.? ?kg`, 'ag', 'bvba', String.raw`b\.v`, String.raw`n\.v`],
  ...[
    String.raw`s\.?a\.?s`,
    String.raw`s\.?p\.?a`,
    String.raw`s\.?r\.?l`,
    'sarl',
    String.raw`s\.a`,
    String.raw`s\.l`,
  ],
  ...[String.raw`s\.?a\.? de c\.?v`, String.raw`s\.? de r\.?l\.?(?: de c\.?v)?`, String.raw`a\.s`, 'a/s'],
]
const companySuffix = new RegExp(String.raw`[ ,]\(?(?:${forms.join('|')})\.?\)?$`, 'i')
const ownerSuffix = new RegExp(
  String.raw`[ ,](?:${[...forms, 'co', 'company', 'usa', 'us'].join('|')})\.?$`,
  'i',
)
const onlyLegalForm = /^(?:inc|llc|ltd|corp|gmbh|co|s\.a|s\.p\.a)\.?$/i
// Not on a package, even without a legal form: `Topco Associates`, `Conagra Brands`.
const businessWord =
  /\s(?:sales|associates|holdings?|enterprises|distributors?|distribution|distributing|imports?|importing|trading|stores|markets|supermarkets|brands|group|division|manufacturing|mfg|industries|ventures)\b/i

/** Whether a brand is the name of a company: it has a legal form. */
export const isCompanyName = (brand: string): boolean =>
  onlyLegalForm.test(brand) || companySuffix.test(brand)

const minBrandLength = 3

/** The company without its legal form if the name of the product begins with it, otherwise null. */
export function brandOfCompany(company: string, productName: string | null): string | null {
  const brand = withoutLegalForm(company)
  if (
    productName === null ||
    brand.length < minBrandLength ||
    onlyLegalForm.test(brand) ||
    businessWord.test(brand)
  )
    return null
  const name = `${wordsOf(productName)} `
  return [brand, brand.replace(/^the /i, '')].find(each => name.startsWith(`${wordsOf(each)} `)) ?? null
}

/** Mahler for `Mahler & Company, Inc.` and for `Mahler-0049000000016`, which has the number of the company. */
function withoutLegalForm(company: string): string {
  let name = company
    .trim()
    .replace(/(?<!\d)\d{6,14}\)?$/, '')
    .replace(/[ (-]{1,3}$/, '')
  for (let suffix = ownerSuffix.exec(name); suffix !== null; suffix = ownerSuffix.exec(name)) {
    name = name.slice(0, suffix.index).replace(/[ ,&]{1,3}$/, '')
  }
  return name
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
