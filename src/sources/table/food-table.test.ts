import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { foodTableFixture, writeFoodTable } from '../../../test/support/food-tables.ts'
import { testDataFile } from '../../../test/support/test-data.ts'
import { workbook } from '../../../test/support/workbook.ts'
import { zip } from '../../../test/support/zip.ts'
import { categories } from '../../food/categories.ts'
import { micronutrients } from '../../food/micronutrients.ts'
import { sourceAmounts } from '../../food/nutrients.ts'
import { type FoodTableId, foodTables } from '../../food/sources.ts'
import type { SourceRecord } from '../source-record.ts'
import { readDefinition } from './definition.ts'
import { foodTableSource } from './food-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-tables-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function fileOf(content: string | Buffer): string {
  const path = join(folder, String(files++))
  writeFileSync(path, content)
  return path
}

interface Read {
  format: string
  records: Record<string, SourceRecord>
  rejected: string[]
}

async function read(id: FoodTableId, path: string): Promise<Read> {
  const source = foodTableSource(id)
  const dump = await source.open(path)
  const readRecord = await source.recordReader()
  const found: Read = { format: dump.format, records: {}, rejected: [] }
  for await (const batch of dump.rows()) {
    for (const row of batch) {
      if (!('product' in row)) throw new Error(JSON.stringify(row))
      const record = readRecord(row.product)
      if ('rejected' in record) found.rejected.push(record.rejected)
      else found.records[record.source_id] = record
    }
  }
  expect(dump.bytesRead()).toBe(dump.totalBytes)
  return found
}

describe.each(foodTables)('%s', id => {
  const { foods } = foodTableFixture(id)
  const path = writeFoodTable(folder, id)

  it('is read as its owner publishes it', async () => {
    const { records, rejected } = await read(id, path)
    expect([Object.keys(records), rejected]).toEqual([Object.keys(foods), []])
    expect(records).toMatchObject(foods)
    for (const record of Object.values(records)) expect(record).toMatchObject({ source: id, brand: null })
  })

  it('names amounts, units and categories that exist', () => {
    const { amounts, categories: named } = readDefinition(id)
    const amountNames = [...sourceAmounts.map(({ amount }) => amount), ...micronutrients]
    expect(amountNames).toEqual(expect.arrayContaining(Object.keys(amounts)))
    const units = Object.values(amounts).flatMap(Object.keys)
    expect(['g', 'mg', 'µg', 'kcal']).toEqual(expect.arrayContaining(units))
    expect(categories.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(named)))
  })
})

const header = 'code\tname_de\tname_en\tenergy_kcal\tprotein_g\tfat_g\tcarbohydrates_g\tfibre_g'
const row = 'C133000\tHafer Flocken\t"Oat" flakes\t348\t13.22\t6.65\t53.3\t0'

describe('other files', () => {
  it('are tab-separated, gzipped or not', async () => {
    const text = `${header}\r\n${row}\r\n`
    for (const content of [text, gzipSync(text)]) {
      const { format, records } = await read('bls', fileOf(content))
      expect(format).toBe('tsv')
      expect(records['C133000']).toMatchObject({
        name: '"Oat" flakes',
        amounts: { fiber: { value: '0', unit: 'g' } },
      })
    }
  })

  it('are separated by commas or semicolons', async () => {
    const commas =
      '\ufeffFood name,BLS Code,"FAT Fett [g/100g]"\n"Oats, ""rolled""\nand dried",C1,"6,5"\n,,\nRye,C2,-'
    const semicolons = 'BLS Code;Food name;FAT Fett [g/100g]\nC1;Oats;6,5'
    expect((await read('bls', fileOf(commas))).records).toMatchObject({
      C1: { name: 'Oats, "rolled"\nand dried', amounts: { fat: { value: '6,5', unit: 'g' } } },
      C2: { name: 'Rye', amounts: {} },
    })
    expect((await read('bls', fileOf(semicolons))).records).toMatchObject({
      C1: { name: 'Oats', amounts: { fat: { value: '6,5', unit: 'g' } } },
    })
  })

  it('are in a zip file, next to others', async () => {
    const sheet = [
      ['BLS Code', 'Food name', 'FAT Fat [g/100g]'],
      ['C1', 'Oats', 6.5],
    ]
    const content = zip({
      'BLS/BLS_4_0_Daten_2025_DE.xlsx': workbook({ Daten: sheet }),
      'BLS/BLS_4_0_Components_DE_EN.xlsx': workbook({
        Components: [
          ['', 'Code', 'Name'],
          [1, 'FAT', 'Fett'],
        ],
      }),
      'BLS/readme.pdf': '%PDF-1.7',
    })
    const { format, records } = await read('bls', fileOf(content))
    expect(format).toBe('xlsx')
    expect(records).toMatchObject({ C1: { name: 'Oats', amounts: { fat: { value: 6.5 } } } })
  })

  it('are joined by code: the English and the French edition of Ciqual', async () => {
    const english = [
      ['alim_grp_code', 'alim_ssgrp_code', 'alim_code', 'alim_nom_eng', 'Fat (g/100g)'],
      ['02', '0204', 13050, 'Apple, raw', '< 0,3'],
    ]
    const french = [
      ['alim_code', 'alim_nom_fr', 'Lipides\n(g/100 g)'],
      ['13050', 'Pomme, crue', '0,25'],
    ]
    const content = zip({
      'fr.xlsx': workbook({ compo: french }),
      'eng.xlsx': workbook({ compo: english, 'INFOODS codes': [['INFDSTAG', 'ORIGCPCD', 'const_nom_eng']] }),
    })
    expect((await read('ciqual', fileOf(content))).records).toMatchObject({
      '13050': {
        name: 'Apple, raw',
        categories: ['Fruits'],
        amounts: { fat: { value: 0, trace: '< 0,3' } },
        details: { names: { en: 'Apple, raw', fr: 'Pomme, crue' } },
      },
    })
  })

  it('are XML in another encoding, of many pieces, with characters that XML forbids', async () => {
    const foods = 40_000
    const rows = Array.from(
      { length: foods },
      (_, code) =>
        `<ALIM>\r\n<alim_code> ${code} </alim_code>\r\n<alim_nom_fr> Crème < 5 % & sel ${code} </alim_nom_fr>\r\n</ALIM>`,
    )
    const xml = `<?xml version="1.0" encoding="windows-1252" ?>\r\n<TABLE>\r\n${rows.join('\r\n')}\r\n</TABLE>`
    const { format, records } = await read('ciqual', fileOf(Buffer.from(xml, 'latin1')))
    expect([format, Object.keys(records).length]).toEqual(['xml', foods])
    expect(records[foods - 1]?.name).toBe(`Crème < 5 % & sel ${foods - 1}`)
  })

  it('may have rows without a code, which are rejected if they state amounts', async () => {
    const rows = [header, row, '\tKeks\tBiscuit\t465\t6\t17\t69\t5', '\t\tName\tkcal\tg\tg\tg\tg', '']
    const { records, rejected } = await read('bls', fileOf(rows.join('\n')))
    expect([Object.keys(records), rejected]).toEqual([['C133000'], ['no-source-id']])
  })

  it('write 0 for unknown fibre', async () => {
    const text = 'code\tname_fr\tname_en\tgroup_en\tenergy_kcal\tfibre_g\n1\tGin\tGin\tbeverages\t265\t0\n'
    expect((await read('ciqual', fileOf(text))).records['1']).toMatchObject({
      categories: ['Beverages'],
      amounts: { energy_kcal: { value: '265', unit: 'kcal' } },
    })
    expect((await read('ciqual', fileOf(text))).records['1']?.amounts).not.toHaveProperty('fiber')
  })

  it('are rejected if they are not of this table', async () => {
    const error = { name: 'UnrecognizedFormatError', code: 'missing-columns' }
    await expect(read('swiss', fileOf(`${header}\n${row}`))).rejects.toMatchObject(error)
    await expect(read('bls', fileOf(''))).rejects.toMatchObject(error)
    await expect(read('bls', fileOf(workbook({ Empty: [] })))).rejects.toMatchObject(error)
  })

  it('are rejected if they are damaged', async () => {
    const sheet = [
      ['BLS Code', 'Food name', 'FAT Fat [g/100g]'],
      ['C1', 'Oats', 6.5],
    ]
    const whole = workbook({ Daten: sheet })
    const broken = Buffer.from(whole)
    broken.fill(0, 60, 200)
    const name = 'UnrecognizedFormatError'
    await expect(read('bls', fileOf(whole.subarray(0, -30)))).rejects.toMatchObject({
      name,
      code: 'truncated',
    })
    await expect(read('bls', fileOf(broken))).rejects.toMatchObject({ name, code: 'corrupt' })
    await expect(read('bls', fileOf(gzipSync(header).subarray(0, -9)))).rejects.toMatchObject({ name })
  })
})

// file, foods, rejected, with energy and macronutrients
it.for([
  ['bls', 'bls-2025.tsv.gz', 7_043, 0, 7_043],
  ['ciqual', 'ciqual-2025.tsv.gz', 3_322, 1, 3_322],
  ['cofid', 'cofid-2021.tsv.gz', 2_537, 0, 2_537],
  ['swiss', 'swiss-5.3-original.tsv.gz', 999, 0, 999],
] as const)('reads the real table %s', async ([id, file, foods, rejected, complete], test) => {
  const found = await read(id, testDataFile(test, `tables/${file}`))
  const records = Object.values(found.records)
  const isComplete = ({ amounts: { energy_kcal, protein, fat, carbs } }: SourceRecord) =>
    [energy_kcal, protein, fat, carbs].every(amount => amount !== undefined)
  expect([records.length, found.rejected.length, records.filter(isComplete).length]).toEqual([
    foods,
    rejected,
    complete,
  ])
})
