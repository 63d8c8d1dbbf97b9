// Name and brand as the benchmark compares them, and whether they name something other than food. Larder's own
// normalization is not used, so that an error in it does not go unnoticed.
import type { Food } from '@larder/client'

type Labelled = Pick<Food, 'name' | 'brand'>

const expansions: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

export function removeAccents(text: string): string {
  const base = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return base.replaceAll(/[œæßøłđı]/g, letter => expansions[letter] ?? letter)
}

/** Lower case, no accents, and one space for anything but letters, digits and %. */
export function foldText(text: string | null): string {
  const words = removeAccents((text ?? '').toLowerCase()).split(/[^\p{L}\p{N}%]+/u)
  return words.filter(word => word !== '').join(' ')
}

export function foldLabel({ name, brand }: Labelled): string {
  return `${foldText(name)} | ${foldText(brand)}`
}

const junkTerms = [
  // Cosmetics and hygiene
  'shampoos?',
  'conditioner',
  'toothpaste',
  'dentifrice',
  'zahnpasta',
  'mouthwash',
  'deodorants?',
  'antitranspirant',
  'shower (cream|gel|milk)',
  'gel douche',
  'duschgel',
  'body (lotion|wash)',
  '(eye|hand) cream',
  'contorno de ojos',
  'lip ?balm',
  'lipstick',
  'mascara',
  'soap',
  'savon',
  'sunscreen',
  'l oreal',
  'nivea',
  'rexona',
  'colgate',
  'sensodyne',
  // Household
  'detergent',
  'dishwash\\w*',
  'bleach',
  'fabric softener',
  'toilet (paper|roll)',
  // Pets
  '(cat|dog|pet) food',
  'cat litter',
  '(croquettes|patee) (pour )?(chats?|chiens?)',
  '(hunde|katzen)futter',
  'whiskas',
  'friskies',
  'pedigree',
  'purina',
  'sheba',
]
const junkPattern = new RegExp(`\\b(${junkTerms.join('|')})\\b`)

/** Whether it is a cosmetic, a cleaning product or pet food. */
export function isJunk(food: Labelled): boolean {
  return junkPattern.test(foldLabel(food))
}
