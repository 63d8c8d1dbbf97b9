// Exports the foods once, for all engines.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withConnection } from '../../src/platform/database/pool.ts'
import type { ExportedCatalog } from './engine.ts'

const answerFields = [
  'id',
  'name',
  'brand',
  'source',
  'confidence',
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'sugar_g',
  'fiber_g',
  'sodium_mg',
]

export function exportCatalog(databaseUrl: string, folder: string): Promise<ExportedCatalog> {
  const foodsFile = join(folder, 'foods.copy')
  const synonymsFile = join(folder, 'synonyms.tsv')
  return withConnection(databaseUrl, async client => {
    await client.query('begin isolation level repeatable read read only')
    const foods = await copyToFile(
      client,
      `select id, name, brand, normalized_name, normalized_brand, static_rank,
              calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) >= 2 as is_usable,
              is_group_best,
              json_build_object(${answerFields.map(field => `'${field}', ${field}`).join(', ')}) as food
         from foods`,
      foodsFile,
    )
    // A catalog of an earlier release has no synonyms.
    const { rows } = await client.query<{ hasSynonyms: boolean }>(
      `select to_regclass('synonyms') is not null as "hasSynonyms"`,
    )
    const select = rows[0]?.hasSynonyms
      ? 'select phrase, target from synonyms order by phrase, target'
      : `select '' as phrase, '' as target where false`
    const synonyms = await copyToFile(client, select, synonymsFile)
    await client.query('commit')
    return { folder, foodsFile, foods, synonymsFile, synonyms }
  })
}

/** Returns the number of rows. */
async function copyToFile(client: Client, select: string, file: string): Promise<number> {
  const copy = client.query(copyTo(`copy (${select}) to stdout`))
  await pipeline(copy, createWriteStream(file))
  return copy.rowCount
}
