// What a food plainly is. "Bananas, raw" and "Organic Banana" are both a banana; "Banana Bread" is not.
import { foldedWords } from '../fold.ts'
import { baseOf } from './forms.ts'

/** Words that say how a food is and not what it is. Add your own. */
const describing = new Set(
  `raw fresh frozen organic bio biologique biologico ecologico okologisch whole natural nature naturel naturelle plain
  pure pur classic classique original originale premium fine fin fins extra virgin vierge large medium small grade a aa b
  free range cage unsalted salted doux demi sel skim skimmed reduced low lowfat nonfat fat entier entiere ecreme ripe
  boneless skinless peeled unpeeled with without skin all varieties commercial includes foods for usda program
  distribution frais fraiche cru crue crus crues the of and an le la les l de du des d un une et en el los las il lo gli
  i der die das und ein eine s 0 1 2`.split(/\s+/),
)

const mostWords = 3

/** Null when the name says more than a few words. */
export function plainName(name: string): string | null {
  return plainWords(foldedWords(name))
}

export function plainWords(words: string[]): string | null {
  const telling = new Set<string>()
  for (const word of words) {
    if (!describing.has(word)) telling.add(baseOf(word))
    if (telling.size > mostWords) return null
  }
  return telling.size === 0 ? null : [...telling].sort().join(' ')
}
