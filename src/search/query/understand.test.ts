import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from '../../language/tokenize.ts'
import { states, stopWords } from './query-words.ts'
import { understandQuery } from './understand.ts'

const wordsOf = (q: string) => understandQuery(q).words.join(' ')

/** Lines of "query = words". */
const cases = (lines: string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .map(line => line.split(' = ') as [string, string])
    .map(([q, words]) => [q.trim(), words.trim()])

describe('sentences', () => {
  it.each(
    cases(`
    hey log a protein bar = protein bar
    I just ate a banana = banana
    ich habe einen Apfel gegessen = apfel
    can you add 2 eggs please = eggs
    j'ai mangé une pomme ce matin = pomme
    he comido una manzana hoy = manzana
    zjadłam jabłko na śniadanie = jablko
    ik heb een appel gegeten = appel
    ho mangiato una mela a pranzo = mela
  `),
  )('%s', (q, words) => {
    expect(wordsOf(q)).toBe(words)
  })
  it.each([
    ['I had a bowl of cereal with milk', 'cereal', true],
    ['2 eggs, toast and bacon', 'eggs', true],
    ['salmon, broccoli and rice', 'salmon', false],
    ['bagel with cream cheese', 'bagel', false],
  ])('%s: the first food is %s', (q, main, isMeal) => {
    expect(understandQuery(q)).toMatchObject({ main: [main], isMeal })
  })
  it.each(['macaroni', 'half and half', 'how many calories in mac and cheese', 'milk and'])(
    '%s is no meal',
    q => {
      expect(understandQuery(q).isMeal).toBe(false)
    },
  )
  it.each([
    ['popcorn without butter', 'popcorn', ['butter']],
    ['Kartoffelsalat ohne Mayonnaise', 'kartoffelsalat', ['mayonnaise']],
    ['tortilla de patata sin cebolla', 'tortilla de patata', ['cebolla']],
    ['no bake cheesecake', 'no bake cheesecake', []],
  ])('%s: %s without %j', (q, words, excluded) => {
    expect(understandQuery(q)).toMatchObject({ words: words.split(' '), excluded })
  })
  it.each([
    ['chicken thigh without skin', 'skinless'],
    ['Hähnchenschenkel ohne Haut', 'skinless'],
    ['baked potato with skin', 'with_skin'],
  ])('%s: %s', (q, name) => {
    expect(understandQuery(q).preferences.map(preference => preference.name)).toEqual([name])
  })
})

describe('amounts', () => {
  it.each(
    cases(`
    100 g chicken breast = chicken breast
    330ml coke = coke
    1.5l coca cola = coca cola
    1,5 l cola = cola
    coke 330 ml = coke
    6x330ml coke = coke
    2 x 125g yogurt = yogurt
    half an avocado = avocado
    half of an avocado = avocado
    ½ avocado = avocado
    1½ cups flour = flour
    1 1/2 cups rice = rice
    one and a half cups of rice = rice
    1/2 cup oats = oats
    oats 1/2 cup = oats
    bowl of oatmeal = oatmeal
    2 eggs = eggs
    2-3 eggs = eggs
    2x eggs = eggs
    eggs x2 = eggs
    two slices of whole wheat bread = whole wheat bread
    1 large egg = egg
    medium banana = banana
    3 egg whites = egg whites
    can of tuna = tuna
    1 can tuna = tuna
    1 (12 oz) can coke = coke
    one 12 oz can of coke = coke
    a pint of beer = beer
    2 cloves of garlic = garlic
    5 strawberries = strawberries
    150g apple = apple
    teaspoon of sugar = sugar
    a handful of almonds = almonds
    one slice of pizza = pizza
    3 tbsp olive oil = olive oil
    quarter pound beef = beef
    dozen eggs = eggs
    half a dozen eggs = eggs
    couple of cookies = cookies
    a few grapes = grapes
    about 200 g rice = rice
    8 oz. steak = steak
    16 fl oz coffee = coffee
    1 snickers bar = snickers
    red bull small can = red bull
    2 eggs and 1 slice of toast = eggs and toast
    cup of coffee with milk = coffee with milk
    100 g Haferflocken = haferflocken
    eine Scheibe Brot = brot
    Glas Milch = milch
    3 EL Olivenöl = olivenol
    eine halbe Avocado = avocado
    ein großer Apfel = apfel
    Dose Thunfisch = thunfisch
    une tranche de pain = pain
    verre d'eau = eau
    une cuillère à soupe d'huile d'olive = huile d olive
    2 c. à s. de sucre = sucre
    deux oeufs = oeufs
    gousse d'ail = ail
    una rebanada de pan = pan
    media taza de avena = avena
    lata de atún = atun
    diente de ajo = ajo
    una fetta di pane = pane
    un etto di prosciutto = prosciutto
    mezzo avocado = avocado
    spicchio d'aglio = aglio
    szklanka mleka = mleka
    2 kromki chleba = chleba
    pół awokado = awokado
    garść migdałów = migdalow
    snee brood = brood
    een kopje koffie = koffie
    halve avocado = avocado
    2 eetlepels suiker = suiker
    uma fatia de pão = pao
    copo de leite = leite
    2 colheres de chá de açúcar = acucar
    meio abacate = abacate`),
  )('%s', (q, words) => {
    expect(understandQuery(q)).toMatchObject({ words: words.split(' '), isQuestion: false, preferences: [] })
  })
})

describe('questions', () => {
  it.each(
    cases(`
    how many calories in a banana = banana
    how many calories are there in 2 boiled eggs = boiled eggs
    how many calories does honey have = honey
    how many grams of protein in 100g of chicken breast = chicken breast
    how much sugar is in coca cola = coca cola
    cal in 1 cup of cooked rice = cooked rice
    calories in a big mac = big mac
    calories of beer = beer
    calories of sugar = sugar
    calories in sugar = sugar
    calories per slice of pizza = pizza
    protein in chicken breast = chicken breast
    protein content of tofu = tofu
    protein 100g chicken breast = chicken breast
    sugar in orange juice = orange juice
    fiber in oats = oats
    vitamin c in oranges = oranges
    avocado nutrition facts = avocado
    broccoli nutritional value = broccoli
    banana calories and protein = banana
    banana how many calories = banana
    whey protein calories = whey protein
    brown sugar calories = brown sugar
    salmon protein per 100g = salmon
    peanut butter calories per tablespoon = peanut butter
    what are the macros of broccoli = broccoli
    what is sugar = sugar
    what's in a big mac = big mac
    show me calories in pizza = pizza
    is avocado high in fat = avocado
    is banana high in protein = banana
    is 7 up healthy = 7 up
    does honey have sugar = honey
    wie viele Kalorien hat ein Apfel = apfel
    wie viel Protein steckt in Linsen = linsen
    nährwerte apfel = apfel
    Eiweißgehalt von Eiern = eiern
    Reis kcal pro 100 g = reis
    hat Avocado viel Fett = avocado
    kcal banane = banane
    combien de calories dans une pomme = pomme
    combien de calories a une banane = banane
    valeur nutritionnelle du saumon = saumon
    sucre dans le jus d'orange = jus d orange
    cuántas calorías tiene una manzana = manzana
    calorías del aguacate = aguacate
    proteínas en el pollo = pollo
    es saludable el aguacate = aguacate
    quante calorie ha una mela = mela
    quante proteine ci sono nel pollo = pollo
    valori nutrizionali avena = avena
    ile kalorii ma banan = banan
    ile białka w jajku = jajku
    kaloryczność jabłka = jablka
    czy awokado jest zdrowe = awokado
    hoeveel calorieën in een ei = ei
    hoeveel eiwit zit er in kip = kip
    voedingswaarde havermout = havermout
    quantas calorias tem um ovo = ovo
    proteína no frango = frango
    calorias da maçã = maca`),
  )('%s', (q, words) => {
    expect(understandQuery(q)).toMatchObject({ words: words.split(' '), isQuestion: true, preferences: [] })
  })
})

describe('attributes', () => {
  it.each(
    cases(`
    low fat milk = milk low_fat
    milk with low fat = milk low_fat
    fat free yogurt = yogurt fat_free
    nonfat greek yogurt plain = greek yogurt plain fat_free
    0% greek yogurt = greek yogurt fat_free
    fage total 0% = fage total fat_free
    0% fat greek yogurt = greek yogurt fat_free
    reduced fat cheddar = cheddar reduced_fat
    light beer = beer light
    extra lean ground beef = ground beef extra_lean
    sugar free jam = jam sugar_free
    yogurt with no sugar = yogurt sugar_free
    no sugar added applesauce = applesauce no_added_sugar
    unsweetened almond milk = almond milk unsweetened
    unsalted butter 1 tbsp = butter unsalted
    salt free crackers = crackers salt_free
    low sodium soy sauce = soy sauce low_sodium
    high protein yogurt = yogurt high_protein
    low carb bread = bread low_carb
    non alcoholic beer = beer non_alcoholic
    beer 0.0% = beer non_alcoholic
    gluten free bread = bread gluten_free
    calories in low fat yogurt = yogurt low_fat
    low fat high protein yogurt = yogurt low_fat high_protein
    fettarme Milch = milch low_fat
    Joghurt ohne Zucker = joghurt sugar_free
    alkoholfreies Bier = bier non_alcoholic
    ungesüßte Mandelmilch = mandelmilch unsweetened
    fromage blanc 0% de matière grasse = fromage blanc fat_free
    confiture sans sucre = confiture sugar_free
    bière sans alcool = biere non_alcoholic
    queso bajo en grasa = queso low_fat
    yogur alto en proteínas = yogur high_protein
    yogurt magro = yogurt low_fat
    marmellata senza zuccheri aggiunti = marmellata no_added_sugar
    jogurt bez cukru = jogurt sugar_free
    serek wysokobiałkowy = serek high_protein
    kwark 0% = kwark fat_free
    eiwitrijk brood = brood high_protein
    iogurte sem açúcar = iogurte sugar_free
    leite sem lactose = leite lactose_free
    0 percent yogurt = yogurt fat_free
    lean ground beef = ground beef lean
    ground lean beef = ground beef lean
    1% low fat milk = 1 milk low_fat
    low fat with milk = milk low_fat
    gluten free and sugar free bread = bread gluten_free sugar_free
    low fat lowfat milk = milk low_fat
    0% chips = 0 chips
    "0%" yogurt = 0 yogurt`),
  )('%s', (q, expected) => {
    const { words, preferences } = understandQuery(q)
    expect([...words, ...preferences.map(({ name }) => name)].join(' ')).toBe(expected)
  })

  it('bounds the nutrient of the label', () => {
    const bound = (q: string) =>
      understandQuery(q).preferences.map(({ nutrient, min, max }) => [nutrient, min, max])
    expect(bound('low fat milk')).toEqual([['fat_g', null, 3]])
    expect(bound('fat free milk')).toEqual([['fat_g', null, 0.5]])
    expect(bound('high protein yogurt')).toEqual([['protein_g', 8, null]])
    expect(bound('light mayonnaise')).toEqual([[null, null, null]])
  })

  it('lists the typed wording first, then others of the language and English ones', () => {
    const [english] = understandQuery('lowfat milk').preferences
    expect(english?.wordings[0]).toEqual(['lowfat'])
    expect(english?.wordings).toEqual(
      expect.arrayContaining([['low', 'fat'], ['skim'], ['light'], ['fat', 'free']]),
    )
    expect(english?.wordings).not.toContainEqual(['fettarm'])
    const [german] = understandQuery('fettarme Milch').preferences
    expect(german?.wordings[0]).toEqual(['fettarme'])
    expect(german?.wordings).toEqual(expect.arrayContaining([['fettarm'], ['low', 'fat']]))
  })
})

describe('names that look like something else', () => {
  it.each([
    '7 up',
    '7up',
    '3 musketeers',
    '100 grand',
    '1664 beer',
    '7 grain bread',
    '16 bean soup',
    'salsa medium',
    'quince',
    'copos de avena',
    'dos de cabillaud',
    'doce de leite',
    'odourless omega 3',
    '5 gum',
    'omega 3',
    '80/20 ground beef',
    '93/7 ground turkey',
    '95% lean ground beef',
    '70% dark chocolate',
    '100% orange juice',
    'milk 3.5%',
    '2% milk',
    'cup noodles',
    'glass noodles',
    'pot noodle',
    'half and half',
    'protein bar',
    'whey protein powder',
    'egg white protein',
    'special k protein',
    'sugar',
    'fat',
    'salt',
    'calories',
    'can',
    'bar',
    'light',
    'low fat',
    'sugar free',
    '100 g',
    'a cup',
    'sugar snap peas',
    'sugar in the raw',
    'diet coke',
    'coke zero',
    'coca cola zero sugar',
    'big mac',
    'quarter pounder with cheese',
    'vitamin d milk',
    'fiber one',
    'honey bunches of oats',
    'cream of mushroom soup',
    'tuna in olive oil',
    'mac and cheese',
    'the laughing cow',
    'fish sticks',
    'skim milk',
    'Glasnudeln',
    'Milch 3,5 %',
    'sucre en poudre',
    'sucre de canne',
    'petits pois',
    'la vache qui rit',
    'noix de cajou',
    'tres leches',
    'proteína en polvo',
    'atún en lata',
    'fette biscottate',
    'quattro formaggi',
    'cukier puder',
    'zupa z soczewicy',
    'pak choi',
    'halfvolle melk',
    'açúcar mascavo',
    'leite meio gordo',
    'たまご',
    'гречка',
  ])('%s', q => {
    expect(understandQuery(q)).toMatchObject({
      words: tokenize(q),
      removed: [],
      isQuestion: false,
      preferences: [],
      endsWithWord: true,
    })
  })

  it.each(
    cases(`
    2 big mac = big mac
    2 protein bars = protein bars
    2 peanut butter cups = peanut butter cups
    2 tbsp half and half = half and half
    2 percent milk = 2 milk`),
  )('%s', (q, words) => {
    expect(wordsOf(q)).toBe(words)
  })
})

describe('understandQuery', () => {
  it('never removes quoted words', () => {
    expect(wordsOf('"2 eggs" salad')).toBe('2 eggs salad')
    expect(wordsOf('100 g "low fat" milk')).toBe('low fat milk')
    expect(wordsOf('2 large "eggs')).toBe('eggs')
  })
  it('lists what it removed', () => {
    expect(understandQuery('how many calories in 1.5 cups of rice').removed).toEqual([
      'how',
      'many',
      'calories',
      'in',
      '1',
      '5',
      'cups',
      'of',
    ])
  })
  it.each([
    ['100 g chick', true],
    ['chicken 100 g', false],
    ['chicken calories', false],
    ['milk low fat', false],
    ['chicken "breast"', false],
    ['', false],
  ])('knows whether the last word may be unfinished: %s', (q, expected) => {
    expect(understandQuery(q).endsWithWord).toBe(expected)
  })
  it('leaves queries of more than 24 words as they are', () => {
    const words = Array.from({ length: 22 }, (_, index) => `word${index}`).join(' ')
    expect(understandQuery(`2 g ${words}`).removed).toEqual(['2', 'g'])
    const q = `2 g ${words} more`
    expect(understandQuery(q)).toMatchObject({ words: tokenize(q), isQuestion: false, preferences: [] })
  })
  it('uses the first 200 code points', () => {
    const filler = '-'.repeat(194)
    expect(wordsOf(`egg ${filler}ab`)).toBe('egg ab')
    expect(wordsOf(`egg ${filler}abc`)).toBe('egg ab')
    expect(wordsOf(`🥚gg ${filler}abc`)).toBe('gg ab')
  })
  it('keeps the words of an attribute if nothing else is left', () => {
    expect(understandQuery('100 g low fat')).toMatchObject({
      words: ['low', 'fat'],
      removed: ['100', 'g'],
      isQuestion: false,
      preferences: [],
      endsWithWord: true,
    })
  })
  it('keeps a word of every query that has one, and no word that is not in it', () => {
    const piece = fc.constantFrom(
      '100',
      'g',
      'a',
      'half',
      'of',
      'calories',
      'in',
      'low',
      'fat',
      'is',
      'high',
      'x',
      'cup',
      '0%',
      '1/2',
      '"',
      'egg',
      'de',
      'how',
      'many',
      'per',
      'and',
      'sugar',
      'free',
      '½',
      '7',
      'up',
      'percent',
      'large',
    )
    const query = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(' ')),
    )
    fc.assert(
      fc.property(query, q => {
        const tokens = tokenize(q)
        const { words, removed } = understandQuery(q)
        expect(words.length > 0).toBe(tokens.length > 0)
        // Amounts split more finely: 2cups is 2 and cups.
        for (const token of [...words, ...removed]) expect(tokens.join('')).toContain(token)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('stopWords', () => {
  it.each(['and', 'of', 'with', 'the', 'de', 'la', 'mit', 'und', 'z', 'i', 'met', 'com', 'avec', 'con'])(
    '%s',
    word => {
      expect(stopWords.has(word)).toBe(true)
    },
  )
  it('holds no food', () => {
    expect(['no', 'pan', 'sale', 'sin', 'sans', 'ohne'].filter(word => stopWords.has(word))).toEqual([])
  })
})

describe('states', () => {
  it('finds the words of equal and related states', () => {
    expect(states.get('grilled')).toMatchObject({ group: 'grilled' })
    expect(states.get('grilled')?.also).toEqual(expect.arrayContaining(['broiled', 'cooked', 'roasted']))
    expect(states.get('grilled')?.also).not.toContain('grilled')
    expect(states.get('grilled')?.also).not.toContain('raw')
  })
  it('knows every language', () => {
    expect(states.get('gebratene')).toMatchObject({ group: 'fried' })
    expect(states.get('gebratene')?.also).toEqual(expect.arrayContaining(['gebraten', 'fried']))
    for (const word of ['cru', 'cocido', 'cotto', 'surowy', 'rauw', 'cozido', 'roh'])
      expect(states.has(word)).toBe(true)
  })
})
