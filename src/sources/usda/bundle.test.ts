import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testDataFile } from '../../../test/support/test-data.ts'
import { zip } from '../../../test/support/zip.ts'
import type { Dump, Row } from '../formats/dump.ts'
import type { SourceRecord } from '../source-record.ts'
import { openUsdaBundle } from './bundle.ts'
import { usdaRecord } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-usda-'))
afterAll(() => rmSync(folder, { recursive: true }))
let bundles = 0

type Tables = Record<string, string>

function folderOf(tables: Tables, inside = ''): string {
  const path = join(folder, String(bundles++))
  mkdirSync(join(path, inside), { recursive: true })
  for (const [name, content] of Object.entries(tables))
    writeFileSync(join(path, inside, `${name}.csv`), content)
  return path
}

function zipOf(tables: Tables, how?: Parameters<typeof zip>[1]): string {
  const files = Object.entries(tables).map(([name, content]) => [`FoodData_Central_csv/${name}.csv`, content])
  return fileOf(zip(Object.fromEntries(files), how))
}

function fileOf(bytes: Buffer | string): string {
  const path = join(folder, `${bundles++}.zip`)
  writeFileSync(path, bytes)
  return path
}

const bundle: Tables = {
  food: `"fdc_id","data_type","description","food_category_id","publication_date"
"100","sub_sample_food","OATS, ROLLED, LOT 1","20","2020-04-01"
"101","foundation_food","Oats, rolled","20","2020-04-01"
"102","foundation_food","Oats, rolled, whole grain","20","2023-04-01"
"103","foundation_food","Oats, of no list","20","2019-04-01"
"201","sr_legacy_food","Pears, ""red"", raw","9","2019-04-01"
"301","branded_food","OAT BAR, APPLE","","2020-11-13"
"302","branded_food","APPLE OAT BAR","","2021-11-13"
"303","branded_food","APPLE OAT BAR NEW","","2022-11-13"
"304","branded_food","Pear juice","","2022-11-13"
"305","branded_food","Loose tea","","2022-11-13"
`,
  foundation_food: 'fdc_id,NDB_number,footnote\n101,20038,\n102,20038,\n',
  sr_legacy_food: 'fdc_id,NDB_number\n201,9252\n',
  branded_food: `fdc_id,brand_owner,brand_name,gtin_upc,ingredients,serving_size,serving_size_unit,discontinued_date
301,Oakley Mills,,4099999000018,"OATS,\napples",40,g,
302,Oakley Mills,OAKLEY'S,04099999000018,OATS,35,g,
303,Oakley Mills,OAKLEY'S,00004099999000018,OATS,30,g,
304,Orchard Co.,,4099999000025,PEARS,240,ml,2021-01-01
305,Orchard Co.,,,TEA,2,g,
`,
  nutrient:
    'id,name,unit_name,nutrient_nbr,rank\n1003,Protein,G,203,600\n1008,Energy,KCAL,208,300\n1093,"Sodium, Na",MG,307,1\n',
  food_nutrient: `id,fdc_id,nutrient_id,amount,footnote
1,102,2047,379,
2,102,1003,13.5,"lot 1,
lot 2"
3,101,1003,12,
4,201,1008,57,
5,301,1008,400,
6,302,1008,410.55,
7,302,1093,120,
8,302,1087,9,
9,304,1008,,
10,100,1003,99,
11,303,1008,,
`,
  food_category: 'id,code,description\n9,0900,Fruits\n20,2000,Cereal Grains and Pasta\n',
  measure_unit: 'id,name\n1000,cup\n9999,undetermined\n',
  food_portion: `id,fdc_id,seq_num,amount,measure_unit_id,portion_description,modifier,gram_weight
1,201,2,1.0,9999,,small,148
2,201,1,1.0,9999,,"cup, sliced",140
3,102,1,0.5,1000,,dry,40.5
4,302,1,1.0,1000,,,90
`,
}

async function rowsOf(dump: Dump): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of dump.rows()) rows.push(...batch)
  return rows
}

/** The records of a bundle, and its malformed lines. */
async function read(path: string): Promise<(SourceRecord | string)[]> {
  return (await rowsOf(await openUsdaBundle(path))).map(row => {
    if (!('product' in row)) return `${row.line} ${'malformed' in row ? row.malformed : ''}`
    const record = usdaRecord(row.product)
    if ('rejected' in record) throw new Error(record.rejected)
    return record
  })
}

const foods = [
  {
    source_id: 'ndb:20038',
    name: 'Oats, rolled, whole grain',
    categories: ['Cereal Grains and Pasta'],
    serving: '0.5 cup, dry',
    serving_grams: 40.5,
    source_modified_at: 1_680_307_200,
    amounts: { energy_kcal: { value: 379, unit: 'kcal' }, protein: { value: 13.5, unit: 'G' } },
  },
  {
    source_id: 'fdc:201',
    name: 'Pears, "red", raw',
    categories: ['Fruits'],
    serving: '1 cup, sliced',
    serving_grams: 140,
    amounts: { energy_kcal: { value: 57, unit: 'KCAL' } },
  },
  {
    // Version 303 is newer and has no amounts.
    source_id: 'gtin:4099999000018',
    barcode: '04099999000018',
    name: 'Apple Oat Bar',
    brand: "Oakley's",
    serving: '35 g',
    per: '100g',
    obsolete: false,
    amounts: { energy_kcal: { value: 410.55, unit: 'KCAL' }, sodium: { value: 120, unit: 'MG' } },
  },
  { source_id: 'gtin:4099999000025', name: 'Pear juice', per: '100ml', obsolete: true, amounts: {} },
  { source_id: 'branded:305', barcode: null, name: 'Loose tea', brand: null },
]

describe('a bundle', () => {
  it.each([
    ['a zip', zipOf(bundle)],
    ['a zip that packs nothing', zipOf(bundle, { method: 0 })],
    ['a zip with the places of zip64', zipOf(bundle, { zip64: true })],
    ['a folder', folderOf(bundle)],
    ['a folder in a folder', folderOf(bundle, 'FoodData_Central_csv')],
  ])('is read from %s', async (_form, path) => {
    expect(await read(path)).toMatchObject(foods)
  })

  it('does not depend on the order of lines', async () => {
    const turned = Object.entries(bundle).map(([name, content]) => {
      const [header, ...lines] = content.trim().split(/\n(?!lot|apples)/)
      return [name, [header, ...lines.reverse()].join('\n')]
    })
    const records = (await read(folderOf(Object.fromEntries(turned)))) as SourceRecord[]
    const byId = (one: { source_id: string }, other: { source_id: string }) =>
      one.source_id.localeCompare(other.source_id)
    expect(records.sort(byId)).toMatchObject([...foods].sort(byId))
  })

  it('may lack optional tables', async () => {
    const { food = '', food_nutrient = '', sr_legacy_food = '' } = bundle
    const records = await read(zipOf({ food, food_nutrient, sr_legacy_food }))
    expect(records).toMatchObject([
      {
        source_id: 'fdc:201',
        categories: [],
        serving: null,
        amounts: { energy_kcal: { value: 57, unit: 'kcal' } },
      },
    ])
  })

  it('reports progress and malformed lines', async () => {
    const path = zipOf({ ...bundle, foundation_food: 'fdc_id,NDB_number,footnote\n101\n102,20038,\n' })
    const dump = await openUsdaBundle(path)
    expect(dump.format).toBe('csv')
    expect(dump.bytesRead()).toBe(0)
    const rows = await rowsOf(dump)
    expect(rows.filter(row => 'malformed' in row)).toEqual([{ line: 2, malformed: 'wrong-columns' }])
    expect(rows.length).toBe(foods.length + 1)
    expect(dump.bytesRead()).toBe(dump.totalBytes)
  })
})

describe('rejects', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(bundle).filter(([table]) => table !== name))
  const whole = zip({ 'food.csv': 'a'.repeat(1e5) })

  it.each([
    ['a zip without food.csv', zipOf(without('food')), 'missing-table'],
    ['a zip without food_nutrient.csv', zipOf(without('food_nutrient')), 'missing-table'],
    ['another zip', fileOf(zip({ 'word/document.xml': '<w/>' })), 'missing-table'],
    ['an empty folder', folderOf({}), 'missing-table'],
    [
      'a bundle of the survey',
      zipOf({ food: bundle.food ?? '', food_nutrient: '', survey_fndds_food: '' }),
      'no-known-foods',
    ],
    ['a zip cut short', fileOf(whole.subarray(0, -30)), 'truncated'],
    ['a text', fileOf('{"a":1}\n'), 'unknown-format'],
    ['an empty file', fileOf(''), 'unknown-format'],
  ])('%s', async (_about, path, code) => {
    await expect(openUsdaBundle(path)).rejects.toMatchObject({ name: 'UnrecognizedFormatError', code })
  })

  it('a table without required columns', async () => {
    const dump = await openUsdaBundle(zipOf({ ...bundle, food_nutrient: 'fdc_id,amount\n1,2\n' }))
    await expect(rowsOf(dump)).rejects.toMatchObject({
      name: 'UnrecognizedFormatError',
      code: 'missing-columns',
    })
  })

  it('a damaged zip before it yields foods', async () => {
    const bytes = zip(
      { ...csv(without('food_nutrient')), 'food_nutrient.csv': bundle.food_nutrient ?? '' },
      { method: 0 },
    )
    bytes[bytes.indexOf('410.55')] = '9'.charCodeAt(0)
    expect(await read(fileOf(bytes))).toEqual([expect.stringMatching(/^\d+ corrupt$/)])
  })

  it('a missing file', async () => {
    await expect(openUsdaBundle(join(folder, 'none.zip'))).rejects.toHaveProperty('code', 'ENOENT')
  })
})

const csv = (tables: Tables) =>
  Object.fromEntries(Object.entries(tables).map(([name, text]) => [`${name}.csv`, text]))

describe('real bundles', () => {
  it('reads the newest version of the 316 Foundation foods', async test => {
    const path = testDataFile(test, 'usda/foundation-food-2024-10-31-csv.zip')
    const records = (await read(path)) as SourceRecord[]
    const recordsWith = (nutrient: keyof SourceRecord['amounts']) =>
      records.filter(({ amounts }) => amounts[nutrient])
    expect(records.length).toBe(316)
    expect(new Set(records.map(({ source_id }) => source_id)).size).toBe(316)
    expect(recordsWith('energy_kcal').length).toBe(287)
    expect(recordsWith('fat').length).toBe(315)
    expect(records.filter(({ serving }) => serving !== null).length).toBe(84)
    expect(records.find(({ source_id }) => source_id === 'ndb:16158')).toMatchObject({
      name: 'Hummus, commercial',
      categories: ['Legumes and Legume Products'],
      serving: '2 tablespoon',
      serving_grams: 33.9,
      amounts: { energy_kcal: { value: 229, unit: 'KCAL' }, sodium: { value: 438, unit: 'MG' } },
    })
  })

  it('reads every barcode of the branded sample once', async test => {
    const path = folderOf({ food: 'fdc_id,data_type,description\n' })
    const branded = testDataFile(test, 'usda/fdc_branded_food_sample.csv')
    const nutrients = testDataFile(test, 'usda/fdc_branded_food_nutrient_sample.csv')
    copyFileSync(branded, join(path, 'branded_food.csv'))
    copyFileSync(nutrients, join(path, 'food_nutrient.csv'))
    const records = (await read(path)) as SourceRecord[]
    expect(records.length).toBe(9_439)
    expect(new Set(records.map(({ source_id }) => source_id)).size).toBe(9_439)
    expect(records.filter(({ per }) => per === '100ml').length).toBe(1_303)
    expect(records.filter(({ amounts }) => amounts.energy_kcal).length).toBe(22)
  })
})
