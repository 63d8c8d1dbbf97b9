// Forms of one word: plural and singular, and spellings that differ from country to country. Add a line of your own:
// words that mean the same to whoever searches, in any one language.
const sameWord = `
  yogurt yoghurt yogourt
  yogurts yoghurts
  flavor flavour
  flavored flavoured
  color colour
  fiber fibre
  ketchup catsup
  donut doughnut
  donuts doughnuts
  whiskey whisky
  omelette omelet
  hummus houmous humus
  chili chilli chile
  pasta pastas
  egg eggs
  oat oats
  oeuf oeufs
  oeil yeux
  loaf loaves
  leaf leaves
  calf calves
  half halves
  goose geese
  cheval chevaux
  animal animaux
  ei eier
  apfel apfel apfeln
  kartoffel kartoffeln
  tomate tomaten tomates
  karotte karotten
  nuss nusse
  brot brote
  limon limones
  melon melones
  huevo huevos
  pan panes
  jamon jamones
  uovo uova
  pomodoro pomodori
  fungo funghi
  gnocco gnocchi
  biscotto biscotti
  ziemniak ziemniaki
  jajko jajka jaja
`

const groups = sameWord
  .trim()
  .split('\n')
  .map(line => line.trim().split(' '))
const groupOf = new Map(groups.flatMap(group => group.map(word => [word, group])))

/** One form for all forms of a word, for comparing. It need not be a word itself. */
export function baseOf(word: string): string {
  const [first] = groupOf.get(word) ?? []
  return first ?? singular(word)
}

/** Other words that may be the same in another form; most of them are none. */
export function otherForms(word: string): string[] {
  const base = singular(word)
  const regular =
    word.length < 3 || /\d/.test(word)
      ? []
      : [base, `${base}s`, `${base}es`, `${base}x`, base.replace(/y$/, 'ies')]
  return [...new Set([...(groupOf.get(word) ?? []), ...regular])].filter(form => form !== word)
}

const shortestPlural = 4

function singular(word: string): string {
  if (word.length < shortestPlural || !(word.endsWith('s') || word.endsWith('x'))) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:[sxz]|ch|sh|o)es$/.test(word)) return word.slice(0, -2)
  if (/(?:au|eu)x$/.test(word)) return word.slice(0, -1)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
