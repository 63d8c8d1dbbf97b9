// The habits of names in national food composition tables, in their languages.

type Rewrite = readonly [pattern: RegExp, replacement: string]

/** Notes that do not say which food it is. */
const notes: readonly Rewrite[] = [
  // In parentheses these tables describe the food; USDA names it.
  [/\([^)]*\)?/g, ' '],
  [
    /(?:\b(?:min|max|mind)\.|[<>]=?)? ?\d{1,3}(?:[.,]\d{1,2})? ?% (?:fat(?: in dry matter)?|fett(?: i\. ?tr\.)?|mg\b)/gi,
    '',
  ],
  [/\b(?:boiled|bouillie?s?)\/(?:cooked in water|cuite?s? à l['’]eau)/gi, 'boiled'],
  [/\b(?:deep|pan)[- ](?=frozen|fried)/gi, ''],
  [/ (?:without|ohne) (?:fat|fett)\b| in (?:un)?salted water\b| in the oven\b| geschält\b/gi, ''],
  [
    /, *(?:average|flesh (?:only|without skin|and skin)|kernel only|meat|pitted|prepacked|bottled|refrigerated|retail|takeaway|home-?made|from bakery|not fortified|standard|no added (?:salt|sugars?)|from cow['’]s milk|drained)(?= *(?:,|$))/gi,
    '',
  ],
  [
    /, *(?:préemballée?s?|embouteillée?s?|rayon frais|chair (?:sans|et) peau|viande|sans noyau|sans sel ajouté|sans sucres ajoutés|égouttée?s?|épluchée?s?|faite?s? maison|préparée?s?|abgetropft|zubereitet|preparat[oaie]|pelat[oaie])(?= *(?:,|$))/gi,
    '',
  ],
  [/ {2,}/g, ' '],
  [/ (?=,|$)/g, ''],
]

const states =
  'raw|boiled|fried|stewed|baked|grilled|steamed|braised|roasted|smoked|dried|canned|poached|frozen'
const trailingState = new RegExp(`^([^,]+?) (${states})(?=,|$| with )`, 'i')
const otherName = /^([^,/]+)\/([^,/]+)(?=,|$)/

const wordCount = (text: string) => text.split(' ').length

/** "Jambon, préemballé" is "Jambon". */
export const withoutTableNotes = (name: string): string =>
  notes.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)

/** By the grammar of USDA: "Ocean perch/redfish deep-frozen, fried without fat (pan)" is "Ocean perch (redfish), frozen, fried". */
export const tableNameToUsda = (name: string): string =>
  withoutTableNotes(name)
    .replace(trailingState, '$1, $2')
    // Not "Coffee/cocoa liqueur", which is not coffee.
    .replace(otherName, (both, one: string, other: string) =>
      wordCount(one) >= wordCount(other) && !/ (?:with|of) /.test(one) ? `${one} (${other})` : both,
    )
