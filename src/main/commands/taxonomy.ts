import { importTaxonomy } from '../../importer/import-taxonomy.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { withCliErrors } from './import.ts'

interface Options {
  dryRun: boolean
  json: boolean
}

export async function importTaxonomyCommand(file: string, { dryRun, json }: Options): Promise<void> {
  const { DATABASE_URL, SYNONYMS_FILE } = loadConfig()
  const report = await withCliErrors(() =>
    withConnection(DATABASE_URL, client =>
      importTaxonomy(client, file, { dryRun, synonymsFile: SYNONYMS_FILE }),
    ),
  )
  if (json) {
    console.log(JSON.stringify(report, null, 2))
    return
  }
  const { categories, languages, changed } = report
  console.log(`${categories.toLocaleString('en-US')} categories with names in ${languages} languages`)
  console.log(nextStep(changed))
}

function nextStep(changed: boolean | null): string {
  if (changed === null) return 'dry run: nothing was changed'
  return changed
    ? 'Import the dumps again to apply it: foods keep their categories until then'
    : 'This taxonomy was already imported'
}
