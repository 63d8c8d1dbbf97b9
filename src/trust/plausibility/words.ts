// Words that explain values which look wrong and are right. They are read only when a rule is about to object:
// a word can excuse a value, and never accuses one.
import type { Draft } from '../draft.ts'

// Regular expressions between bars. A leading star stands for any letters before, as Germans write compounds:
// Weißbier, Glühwein, Mineralwasser, Pfefferminztee. Accents stay: `thé` is tea, `the` is not.
const alcohol = `
  alcohol|alcoholic beverages?|alcools?|alkohol|% ?vol|vol ?%|spirits?
  |beers?|ales?|lagers?|stout|pils|pilse?ner|*biere?|hell(?:es)?|dunk(?:el|les)|weizen
  |bières?|cervezas?|cervejas?|birr[ae]|piw[oa]|pivo|øl
  |wines?|*wein|vins?|vin[oi]s?|vinhos?|wino|sangria|sake|soju|sekt|secco|prosecco|champagner?|cava|crémant
  |ciders?|cidres?|sidra|rhum|rum|ron|gin|[vw]odka|whiske?ys?|bourbon|scotch|tequila|mezcal
  |cognac|brandy|grappa|ouzo|raki|pastis|schnaps|liqueurs?|likör|licor(?:es)?|liquor[ei]?|amaretto
  |porto|sherry|vermouth|irish cream|malt beverage|daiquiri|piña colada`

// Acetic acid gives 3 kcal a gram and has no row on a label; flavour extracts are made with alcohol.
const acidsAndExtracts = `
  vinegars?|vinaigres?|vinagres?|aceto|*essig|ocet
  |extracts?|extraits?|extractos?|extratos?|extrakt|estratto`

const sweeteners = `
  sweeteners?|édulcorants?|edulcorantes?|e?ndulzantes?|dolcificant[ei]|*süß(?:stoff|e)|słodzik
  |stevia|[eé]rythritol|eritritol|xylitol|xilitol|sorbitol|maltitol|isomalt|allulose|monk ?fruit
  |sucralose|aspartame|saccharin|polyols?|truvia`

const sugarFree = `
  sugar[ -]?free|sugarless|no sugar|zero sugar|(?:low|reduced|zero) calorie
  |sans sucres?|sin az[uú]car(?:es)?|sem açúcar|senza zuccher[oi]|zuckerfreie?r?s?|ohne zucker
  |suikervrije?|sukkerfri|sockerfri|bez cukru|*gums?|chewing|chicles?|*kaugummi|gomas? de mascar`

// On labels of North America the fibre stands inside the carbohydrates, and powders often leave it unnamed.
const fibres = `
  bran|psyllium|ispaghul|inulin[ea]?|fib(?:er|re)s?|fibras?|konjac|shirataki|glucomannan
  |son de blé|son d[’']avoine|*kleie|salvado|crusca|otręby|agar|guar|xanthan`

const waterSaltTeaAndCoffee = `
  waters?|aqua|eaux?|aguas?|água|acqu[ae]|*wasser|woda|voda|vand|vatten|vann|seltzer|soda
  |salts?|sels?|sal|sale|*salz|sól|zout|baking soda|bicarbonate|bicarbonato|natron
  |teas?|th[ée]s|thé|t[éè]|*tee|herbat[ay]|tisanes?|infusi(?:on|ón|one|oni|ones|ons)|infusettes|rooibos|maté
  |coffees?|caf[ée]s|café|caff[eè]|kaffee*|kawa|arabica|décaféiné|e[sx]presso|dosettes
  |z[eé]ro|cero|diet|light|max`

// Any number would let a word without end cost the square of its length.
const longestCompound = 40

const anyOf = (...lists: string[]) => {
  const words = lists.join('|').replaceAll(/\n\s*/g, '').replaceAll('*', `\\p{L}{0,${longestCompound}}`)
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u')
}

const alcoholOrAcid = anyOf(alcohol, acidsAndExtracts)
const carbsOfLittleEnergy = anyOf(sweeteners, sugarFree, fibres)
const nothingToDeclare = anyOf(waterSaltTeaAndCoffee, sweeteners, sugarFree, alcohol, acidsAndExtracts)

const wordsOf = (draft: Draft) => `${draft.name} ${draft.category ?? ''}`.toLowerCase()

/** Beer, wine, spirits, vinegar, vanilla extract: energy from what no row of the label tells. */
export const namesAlcoholOrAcid = (draft: Draft) => alcoholOrAcid.test(wordsOf(draft))

/** Sweeteners, polyols, fibre: carbohydrates that give far less than 4 kcal a gram, down to none. */
export const namesCarbsOfLittleEnergy = (draft: Draft) => carbsOfLittleEnergy.test(wordsOf(draft))

/** Water, salt, tea, coffee, drinks without sugar, spirits. */
export const namesNothingToDeclare = (draft: Draft) => nothingToDeclare.test(wordsOf(draft))
