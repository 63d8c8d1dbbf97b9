// Finds the tables of a bundle, in the zip file as downloaded or in the directory it unpacks to.
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UnrecognizedFormatError } from '../formats/dump.ts'
import { listZipFiles, openStoredFile, type StoredFile } from '../formats/zip.ts'

/** By table name: `food_nutrient` is in food_nutrient.csv. */
export type Tables = Map<string, StoredFile>

export async function openTables(path: string): Promise<Tables> {
  const files = (await stat(path)).isDirectory() ? await listDirectoryFiles(path) : await listZipFiles(path)
  const food = files.find(file => basename(file.path) === 'food.csv')
  const siblings = files.filter(file => food !== undefined && dirname(file.path) === dirname(food.path))
  const tables = new Map(siblings.map(file => [basename(file.path, '.csv'), file]))
  // Without nutrients the foods would be empty and overwrite the values of an earlier import.
  if (!tables.has('food') || !tables.has('food_nutrient'))
    throw new UnrecognizedFormatError(
      'missing-table',
      'the bundle lacks food.csv or food_nutrient.csv: give the complete bundle as published by USDA',
    )
  return tables
}

/** The zip unpacks to a subdirectory, so the given directory may be its parent. */
async function listDirectoryFiles(path: string): Promise<StoredFile[]> {
  const entries = await readdir(path, { withFileTypes: true })
  const nested = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(async ({ name }) => listCsvFiles(join(path, name))),
  )
  return [...(await listCsvFiles(path)), ...nested.flat()]
}

async function listCsvFiles(directory: string): Promise<StoredFile[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.csv'))
  return Promise.all(names.map(name => openStoredFile(join(directory, name))))
}
