// Small tables in the formats of their owners, with invented foods: food-tables/ID.yaml.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoodTableId } from '../../src/food/sources.ts'
import { readYaml } from '../../src/language/read-yaml.ts'
import { workbook } from './workbook.ts'

interface Fixture {
  /** By name: a text, or the sheets of a workbook. */
  files: Record<string, string | Parameters<typeof workbook>[0]>
  /** What the reader makes of them. */
  foods: Record<string, object>
}

export const foodTableFixture = (id: FoodTableId): Fixture =>
  readYaml(new URL(`./food-tables/${id}.yaml`, import.meta.url)) as Fixture

/** Writes the files of the table into a folder, and returns their folder. */
export function writeFoodTable(folder: string, id: FoodTableId): string {
  const path = join(folder, id)
  mkdirSync(path)
  for (const [name, content] of Object.entries(foodTableFixture(id).files))
    writeFileSync(join(path, name), typeof content === 'string' ? content : workbook(content))
  return path
}
