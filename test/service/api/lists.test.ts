import { describe, expect, it } from 'vitest'
import { categoryTrail, categoryWithDescendants } from '../../../src/food/categories.ts'
import type { Food } from '../../../src/food/food.ts'
import { refreshDerivedTables } from '../../../src/importer/derived-tables.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()

const names = (foods: Food[]) => foods.map(food => food.name)

const isCommon = ({ confidence, calories_kcal, protein_g, fat_g, carbs_g }: Food) =>
  confidence >= 0.5 &&
  calories_kcal !== null &&
  [protein_g, fat_g, carbs_g].filter(value => value !== null).length >= 2

describe('GET /foods/popular', () => {
  it('lists foods with an image by usable nutrition and confidence, popularity, confidence and id', async () => {
    const { json } = await fixture.ask('/foods/popular?limit=500')
    const expected = await fixture.stores.sql<{ id: number }>(
      `select id from foods where image_url is not null
         order by confidence >= 0.5 and calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2 desc,
                  popularity desc, confidence desc, id limit 500`,
    )
    expect(json.map((food: Food) => food.id)).toEqual(expected.map(row => row.id))
  })

  it('lists foods that nobody can log last, however popular they are', async () => {
    await fixture.stores.sql(
      `insert into foods (id, source, source_id, name, normalized_name, confidence, popularity, calories_kcal, protein_g, fat_g)
         values (911, 'community', 'doubtful', 'Doubtful', 'doubtful', 0.499, 2147483647, 100, 1, 1),
                (912, 'community', 'empty', 'Empty', 'empty', 1, 2147483646, 100, 1, null),
                (913, 'community', 'unknown', 'Unknown', 'unknown', 0.5, 0, 100, 1, 1)`,
    )
    await withConnection(fixture.stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
    const { json } = await fixture.ask('/foods/popular?has_image=false&limit=499')
    const places = ['Doubtful', 'Empty', 'Unknown'].map(name => names(json).indexOf(name))
    const others = json.filter((food: Food) => !isCommon(food)).length
    expect(others).toBeGreaterThan(2)
    expect(places).toEqual([json.length - others, json.length - others + 1, json.length - others - 1])
    await fixture.stores.sql('delete from foods where id in (911, 912, 913)')
    await withConnection(fixture.stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
  })

  it('returns consecutive pages without gaps for every list', async () => {
    for (const filter of [
      'has_image=false',
      'has_image=true',
      'category=Dairy&has_image=false',
      'category=Dairy',
    ]) {
      const whole: Food[] = (await fixture.ask(`/foods/popular?limit=500&${filter}`)).json
      const pages: Food[] = []
      for (let offset = 0; offset < whole.length + 7; offset += 7) {
        pages.push(...(await fixture.ask(`/foods/popular?limit=7&offset=${offset}&${filter}`)).json)
      }
      expect(whole.length).toBeGreaterThan(10)
      expect(pages).toEqual(whole)
    }
  })

  it('ranks by popularity before confidence', async () => {
    await fixture.stores.sql(
      `insert into foods (id, source, source_id, name, normalized_name, confidence, popularity, calories_kcal, protein_g, fat_g)
         values (901, 'community', 'less', 'Less', 'less', 1, 900000, 100, 1, 1),
                (902, 'community', 'more', 'More', 'more', 0.5, 900001, 100, 1, 1)`,
    )
    await withConnection(fixture.stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
    const { json } = await fixture.ask('/foods/popular?has_image=false&limit=2')
    expect(names(json)).toEqual(['More', 'Less'])
    await fixture.stores.sql("delete from foods where source_id in ('less', 'more')")
    await withConnection(fixture.stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
  })

  it('returns all foods for has_image=false', async () => {
    const { json } = await fixture.ask('/foods/popular?limit=500&has_image=false')
    expect(json).toHaveLength(300)
  })

  it('includes the foods of child categories, and of no other', async () => {
    const dairy: Food[] = (await fixture.ask('/foods/popular?limit=500&has_image=false&category=Dairy')).json
    const found = new Set(dairy.map(({ category }) => category))
    expect(found).toContain('Milk')
    expect(found).toContain('Cheddar')
    expect([...found].filter(category => categoryTrail(category ?? '')[0] !== 'Dairy')).toEqual([])
    const cheeses: Food[] = (await fixture.ask('/foods/popular?limit=500&has_image=false&category=Cheeses'))
      .json
    expect(cheeses).toEqual(dairy.filter(({ category }) => categoryTrail(category ?? '')[1] === 'Cheeses'))
  })

  it('ignores an empty category and returns nothing for an unknown one', async () => {
    const all = await fixture.ask('/foods/popular')
    expect((await fixture.ask('/foods/popular?category=')).text).toBe(all.text)
    for (const category of ['Nothing', 'undefined', 'null', 'x%00', "Dairy'--", 'dairy']) {
      expect((await fixture.ask(`/foods/popular?category=${category}`)).text).toBe('[]')
    }
  })

  it.each(['300', '301', '3000000', '9223372036854775808', '1'.repeat(400)])(
    'beyond the end there is nothing: offset %.20s',
    async offset => {
      const answer = await fixture.ask(`/foods/popular?has_image=false&offset=${offset}`)
      expect([answer.status, answer.text]).toEqual([200, '[]'])
    },
  )
})

describe('GET /foods/categories', () => {
  it('counts foods per category and its child categories, largest first, then by name', async () => {
    const { json } = await fixture.ask('/foods/categories')
    const foods = await fixture.stores.sql<{ category: string }>(
      'select category from foods where is_group_best and category is not null',
    )
    const lists = foods.flatMap(({ category }) => categoryTrail(category))
    const expected = [...new Set(lists)].map(category => ({
      category,
      count: lists.filter(list => list === category).length,
    }))
    expected.sort((one, other) => other.count - one.count || (one.category < other.category ? -1 : 1))
    expect(json).toEqual(expected)
  })

  it('counts the foods that /foods/popular lists', async () => {
    for (const { category, count } of (await fixture.ask('/foods/categories')).json.slice(0, 40)) {
      const path = `/foods/popular?has_image=false&limit=500&category=${encodeURIComponent(category)}`
      expect([category, (await fixture.ask(path)).json.length]).toEqual([category, count])
    }
  })
})

describe('GET /search', () => {
  it('finds foods by name, brand, without accents, by prefix and with a typo', async () => {
    const found = async (q: string) =>
      names((await fixture.ask(`/search?limit=50&q=${encodeURIComponent(q)}`)).json)
    expect(await found('parmesan')).toContain('Cheese, parmesan, grated')
    expect((await found('fernhollow milk')).length).toBeGreaterThan(1)
    expect(await found('OEUFS')).toEqual(await found('œufs'))
    expect(await found('parmes')).toContain('Cheese, parmesan, grated')
    expect(await found('parmesna')).toContain('Cheese, parmesan, grated')
  })

  it('ranks foods that the query names before foods whose name contains it', async () => {
    const found = names((await fixture.ask('/search?q=whole%20milk')).json)
    expect(found.slice(0, 2).sort()).toEqual(['Milk, whole, 3.25% milkfat', 'Whole Milk'])
    expect(found).toContain('Cheese, mozzarella, whole milk')
  })

  it('ranks an exact name after usable data and before AI estimates, even if it is long or repeats a word', async () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    await fixture.stores.sql(
      `insert into foods (id, source, source_id, name, normalized_name, confidence)
         select 910 + place, 'community', n, n, lower(n), 0.1
           from unnest($1::text[]) with ordinality as given (n, place)`,
      [['Pizza Pizza', long]],
    )
    await fixture.stores.sql(
      `insert into foods (id, source, source_id, name, normalized_name, confidence, calories_kcal, protein_g, fat_g, carbs_g)
         select 920 + place, 'community', n, n, lower(n), 0.9, 1, 1, 1, 1
           from unnest($1::text[]) with ordinality as given (n, place)`,
      [['Pizza', `${long} fifteen`]],
    )
    await withConnection(fixture.stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
    const found = async (q: string) => names((await fixture.ask(`/search?q=${encodeURIComponent(q)}`)).json)
    expect(await found('Pizza Pizza')).toEqual(['Pizza', 'Pizza Pizza', 'Margherita Pizza, restaurant style'])
    expect(await found(long)).toEqual([`${long} fifteen`, long])
  })

  it('filters by source', async () => {
    const { json } = await fixture.ask('/search?q=salad&source=ai_estimate&limit=50')
    expect(json.length).toBeGreaterThan(0)
    expect(json.every((food: Food) => food.source === 'ai_estimate')).toBe(true)
  })

  it('returns a stable order', async () => {
    const first = await fixture.ask('/search?q=chocolate&limit=50')
    for (let again = 0; again < 5; again++) {
      expect((await fixture.ask('/search?q=chocolate&limit=50')).text).toBe(first.text)
    }
  })

  it('uses the first 200 code points only', async () => {
    const padding = '%F0%9F%9A%97'.repeat(196)
    const milk = await fixture.ask('/search?q=milk')
    expect((await fixture.ask(`/search?q=${padding}milk`)).text).toBe(milk.text)
    expect((await fixture.ask(`/search?q=${padding}milk%20bread`)).text).toBe(milk.text)
    expect((await fixture.ask(`/search?q=${padding}%F0%9F%9A%97%20%20%20milk`)).json).toEqual([])
  })

  it('reads SQL as words', async () => {
    const { status, json } = await fixture.ask("/search?q='%20OR%201=1--&limit=50")
    expect(status).toBe(200)
    expect(names(json).filter(name => !/\b1\b/.test(name))).toEqual([])
    expect(names(json)).toContain('Chocolate Milk 1% Lowfat')
  })

  it.each(['%20%20', '%00%00', '%5C%5C', '!!', '%26%7C', ':*', 'zzqqxxyy', '%F0%9F%9A%97%F0%9F%9A%97'])(
    'returns an empty list for q=%s',
    async q => {
      const answer = await fixture.ask(`/search?q=${q}`)
      expect([answer.status, answer.text]).toEqual([200, '[]'])
    },
  )
})

// Changes the catalog, so it runs last.
it('lists one food per group on pages of any depth, in every category of the tree', async () => {
  const { sql, databaseUrl } = fixture.stores
  // Every third food is not the best of its group.
  await sql(
    `insert into foods (id, source, source_id, name, normalized_name, confidence, popularity, everyday_popularity, calories_kcal,
                        protein_g, fat_g, category, image_url, is_group_best)
       select 10000 + n, 'community', 'list ' || n, 'Listed ' || n, 'listed ' || n, 0.5, n * 7919 % 1000,
              case when n % 7 = 0 then 100 end, case when n % 5 > 0 then 100 end, 1, 1,
              (array['Dairy', 'Cheeses', 'Cheddar', 'Milk', 'Spirits'])[1 + n % 5],
              case when n % 2 = 0 then 'https://images.example/' || n || '.jpg' end, n % 3 <> 0
         from generate_series(1, 9000) as n`,
  )
  await withConnection(databaseUrl, client => inTransaction(client, () => refreshDerivedTables(client)))
  await expectPages(120)
})

interface Listed {
  id: number
  category: string | null
  has_image: boolean
  is_everyday: boolean
  calories_kcal: number | null
}

/** Two everyday foods, then one other food, as long as there are both, of the first 5,000 with a popularity. */
async function popularFoods(): Promise<Listed[]> {
  const isCommon =
    'confidence >= 0.5 and calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2'
  const popularity = 'greatest(popularity, everyday_popularity)'
  const foods = await fixture.stores.sql<Listed & { is_merged: boolean }>(
    `select id, category, calories_kcal, image_url is not null as has_image, everyday_popularity is not null as is_everyday,
            ${isCommon} and ${popularity} > 0 as is_merged
       from foods where is_group_best
       order by ${isCommon} desc, ${popularity} desc, confidence desc, id`,
  )
  const merged = foods.filter(food => food.is_merged).slice(0, 5_000)
  const everyday = merged.filter(food => food.is_everyday)
  const others = merged.filter(food => !food.is_everyday)
  const first: Listed[] = []
  while (everyday.length + others.length > 0) first.push(...everyday.splice(0, 2), ...others.splice(0, 1))
  return [...first, ...foods.filter(food => !merged.includes(food))]
}

async function expectPages(limit: number) {
  const popular = await popularFoods()
  expect(popular.length).toBeGreaterThan(6_000)
  expect(popular.slice(0, 6).map(food => food.is_everyday)).toEqual([true, true, false, true, true, false])
  const { json: filtered } = await fixture.ask(
    `/foods/popular?limit=${limit}&offset=300&has_image=false&calories_kcal_max=100`,
  )
  const passing = popular.filter(food => food.calories_kcal !== null && food.calories_kcal <= 100)
  expect(filtered.map((food: Food) => food.id)).toEqual(passing.slice(300, 300 + limit).map(food => food.id))
  for (const category of ['', 'Dairy', 'Cheeses', 'Cheddar', 'Alcoholic beverages']) {
    for (const withImage of [true, false]) {
      const categories = categoryWithDescendants(category)
      const expected = popular.filter(
        food =>
          (food.has_image || !withImage) && (category === '' || categories.includes(food.category ?? '')),
      )
      for (const offset of [0, 1, 499, 500, 777, 4_950, expected.length - 3, expected.length]) {
        const path = `/foods/popular?limit=${limit}&has_image=${withImage}&category=${encodeURIComponent(category)}&offset=${Math.max(0, offset)}`
        const { json } = await fixture.ask(path)
        const ids = expected.slice(Math.max(0, offset), Math.max(0, offset) + limit).map(({ id }) => id)
        expect([path, json.map((food: Food) => food.id)]).toEqual([path, ids])
      }
    }
  }
}
