// Where the tables of a bundle lie: in the zip as downloaded, or in the folder that it unpacks to.
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UnrecognizedFormatError } from '../formats/dump.ts'
import { fileAt, type StoredFile } from '../formats/stored-file.ts'
import { filesOfZip } from '../formats/zip.ts'

/** By the name of the table: `food_nutrient` lies in food_nutrient.csv. */
export type Tables = Map<string, StoredFile>

export async function tablesOf(path: string): Promise<Tables> {
  const files = (await stat(path)).isDirectory() ? await filesOfFolder(path) : await filesOfZip(path)
  const food = files.find(file => basename(file.path) === 'food.csv')
  const beside = files.filter(file => food !== undefined && dirname(file.path) === dirname(food.path))
  const tables = new Map(beside.map(file => [basename(file.path, '.csv'), file]))
  // Without amounts the foods would come in empty, and wipe out what an earlier import knew.
  if (!tables.has('food') || !tables.has('food_nutrient'))
    throw new UnrecognizedFormatError(
      'missing-table',
      'the bundle lacks food.csv or food_nutrient.csv: name the whole bundle as USDA publishes it',
    )
  return tables
}

/** The zip unpacks to a folder of its own, so that the one that somebody names may be the one around it. */
async function filesOfFolder(path: string): Promise<StoredFile[]> {
  const entries = await readdir(path, { withFileTypes: true })
  const inside = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(async ({ name }) => csvFiles(join(path, name))),
  )
  return [...(await csvFiles(path)), ...inside.flat()]
}

async function csvFiles(folder: string): Promise<StoredFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.csv'))
  return Promise.all(names.map(name => fileAt(join(folder, name))))
}
