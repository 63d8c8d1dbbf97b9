// `larder bootstrap`: from an empty database to a catalog. Each step looks at the disk and the database
// for what is already there, so that the command can be killed and run again at any time.
import { rm } from 'node:fs/promises'
import type { Client } from 'pg'
import { everydayFoods, everydayRecordFiles } from '../../food/everyday-foods.ts'
import { usdaSource } from '../../food/sources.ts'
import type { ImportOptions } from '../../importer/begin.ts'
import { type CatalogScope, describeScope, scopeKey } from '../../importer/catalog-scope.ts'
import { importTaxonomy } from '../../importer/import-taxonomy.ts'
import { type ImportReport, renderReport } from '../../importer/report.ts'
import { DownloadFailed, sha256Of } from '../../importer/resumable-download.ts'
import { runImport } from '../../importer/run.ts'
import { type LoadedCatalog, readLoadedCatalog } from '../../importer/stored-scope.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { checkSchema } from '../../platform/database/schema-check.ts'
import { type CatalogFile, fetchFile, findFile, formatOf } from '../bootstrap/catalog-file.ts'
import { type Size, scopeFrom } from '../bootstrap/choices.ts'
import { askForChoices } from '../bootstrap/questions.ts'
import { type Config, loadConfig } from '../config.ts'
import { confirm } from './confirm.ts'
import { CliError, usageError } from './errors.ts'
import { withCliErrors } from './import.ts'
import { migrateAndBuildSearchIndex } from './migrate.ts'
import { printResult } from './output.ts'
import { printPhase, terminalProgress } from './progress.ts'

const officialMirror = 'https://static.openfoodfacts.org/data'
const officialDump = 'openfoodfacts-products.jsonl.gz'
/** The last release of SR Legacy; its name does not change any more. */
const usdaGenericFoods =
  'https://fdc.nal.usda.gov/fdc-datasets/FoodData_Central_sr_legacy_food_csv_2018-04.zip'

export interface BootstrapOptions {
  country?: string
  languages?: string
  size?: Size
  from?: string
  sha256?: string
  mirror: string
  generic: boolean
  usda?: string
  taxonomy: boolean
  keepDownload: boolean
  force: boolean
  yes: boolean
  json: boolean
}

interface GenericFoods {
  everyday: ImportReport | null
  usda: ImportReport | null
}

interface BootstrapResult extends GenericFoods {
  scope: CatalogScope
  file: { name: string; sha256: string }
  /** Null if the catalog was loaded before. */
  imported: ImportReport | null
  foods: number
  /** A popular product, to try the API with. */
  barcode: string | null
}

export async function bootstrapCommand(options: BootstrapOptions): Promise<void> {
  const config = loadConfig()
  if (options.sha256 !== undefined && !/^[\da-f]{64}$/i.test(options.sha256))
    throw usageError('--sha256 needs a checksum of 64 hexadecimal digits')
  const mirror = options.mirror.replace(/(?<!\/)\/+$/, '')
  const result = await withCliErrors(() => bootstrap(config, { ...options, mirror })).catch(error => {
    throw error instanceof DownloadFailed ? new CliError(error.message) : error
  })
  printResult(options, result, summary(result, config, mirror))
}

async function bootstrap(config: Config, options: BootstrapOptions): Promise<BootstrapResult> {
  await withConnection(config.DATABASE_URL, ensureSchema)
  const before = await withConnection(config.DATABASE_URL, readState)
  const { scope, usda } = await choose(options, before)
  const file = findFile(
    options.from ?? `${options.mirror}/${officialDump}`,
    config.DOWNLOADS_DIR,
    options.sha256,
  )
  if (options.taxonomy && (!before.hasTaxonomy || options.force)) await loadTaxonomy(config, options)
  const isLoaded = !options.force && (await isAlreadyLoaded(before, options, file, scope))
  if (isLoaded) printPhase('the catalog is already loaded; --force loads it again')
  const imported = isLoaded ? null : await loadCatalog(config, options, file, scope, before)
  if (file.url !== null && !options.keepDownload) await rm(file.path, { force: true })
  const generic = await loadGenericFoods(config, options, usda)
  const after = await withConnection(config.DATABASE_URL, readState)
  return {
    scope,
    file: { name: after.loaded?.fileName ?? file.name, sha256: after.loaded?.fileSha256 ?? '' },
    imported,
    ...generic,
    foods: after.foods,
    barcode: after.barcode,
  }
}

async function ensureSchema(client: Client): Promise<void> {
  const { mismatch, differentFunctions } = await checkSchema({ query: statement => client.query(statement) })
  if (mismatch === undefined && differentFunctions.length === 0) return
  if (mismatch !== undefined && mismatch.kind !== 'missing') throw mismatch
  printPhase('migrating the database')
  await migrateAndBuildSearchIndex(client)
}

interface State {
  loaded: LoadedCatalog | null
  /** Unix seconds of the last loading, or of the newest change that was applied since; 0 before the first. */
  currentAt: number
  /** Whether a full dump or a sync has written products of Open Food Facts. */
  hasCursor: boolean
  foods: number
  hasTaxonomy: boolean
  foodsBySource: Record<string, number>
  barcode: string | null
}

async function readState(client: Client): Promise<State> {
  const { rows } = await client.query<Omit<State, 'loaded'>>(
    `select coalesce(greatest((select cursor from sync_cursors where source = 'off'),
                             (select extract(epoch from loaded_at) from catalog_scope)), 0) as "currentAt",
           exists (select from sync_cursors where source = 'off') as "hasCursor",
           (select foods from catalog_stats) as foods,
           exists (select from taxonomy_categories) as "hasTaxonomy",
           (select coalesce(jsonb_object_agg(name, foods), '{}') from catalog_breakdown where kind = 'source' and foods > 0)
             as "foodsBySource",
           (select barcode from foods where barcode is not null order by popularity desc, confidence desc, id limit 1) as barcode`,
  )
  const [state] = rows
  if (state === undefined) throw new Error('PostgreSQL did not describe the catalog')
  return { ...state, loaded: await readLoadedCatalog(client) }
}

interface Choices {
  scope: CatalogScope
  /** The URL or file of USDA's generic foods; false: no generic and everyday foods. */
  usda: string | false
}

async function choose(options: BootstrapOptions, { loaded }: State): Promise<Choices> {
  const { country, languages, size } = options
  const usda = options.generic && (options.usda ?? usdaGenericFoods)
  // Run again without options, the command keeps the choices of the first run.
  if (loaded !== null && country === undefined && languages === undefined && size === undefined)
    return { scope: loaded.scope, usda: options.usda ?? false }
  if (options.yes) return { scope: scopeFrom(options), usda }
  if (!process.stdin.isTTY) {
    throw usageError(
      `this would load ${describeScope(scopeFrom(options))}. Nobody can confirm it, because standard input is not a terminal: pass --yes`,
    )
  }
  const answers = await askForChoices({
    country,
    languages,
    size,
    generic: options.generic && options.usda === undefined ? undefined : options.generic,
  })
  const scope = scopeFrom(answers)
  await confirm(`Load ${describeScope(scope)}?`, options)
  return { scope, usda: answers.generic && usda }
}

// Changes are published for 14 days. Without them, only a new dump makes the catalog current.
const maxAgeSeconds = 13 * 24 * 3_600

async function isAlreadyLoaded(
  { loaded, currentAt }: State,
  { from }: BootstrapOptions,
  file: CatalogFile,
  scope: CatalogScope,
): Promise<boolean> {
  if (loaded === null || scopeKey(loaded.scope) !== scopeKey(scope)) return false
  if (file.url === null) return loaded.fileSha256 === (await sha256Of(file.path))
  if (file.sha256 !== undefined) return loaded.fileSha256 === file.sha256.toLowerCase()
  return (
    loaded.fileName === file.name && (from !== undefined || currentAt > Date.now() / 1000 - maxAgeSeconds)
  )
}

async function loadTaxonomy(config: Config, options: BootstrapOptions): Promise<void> {
  const file = findFile(`${options.mirror}/taxonomies/categories.full.json`, config.DOWNLOADS_DIR)
  try {
    await fetchFile(file, 3)
  } catch (error) {
    // A private mirror may lack the taxonomy.
    const isOptional = options.from !== undefined || options.mirror !== officialMirror
    if (!(error instanceof DownloadFailed) || !isOptional) throw error
    printPhase(`continuing without the taxonomy, so with fewer categories and synonyms: ${error.message}`)
    return
  }
  const { categories } = await withConnection(config.DATABASE_URL, client =>
    importTaxonomy(client, file.path, { dryRun: false, synonymsFile: config.SYNONYMS_FILE }),
  )
  await rm(file.path, { force: true })
  printPhase(`imported the taxonomy: ${categories.toLocaleString('en-US')} categories`)
}

async function loadCatalog(
  config: Config,
  options: BootstrapOptions,
  file: CatalogFile,
  scope: CatalogScope,
  before: State,
): Promise<ImportReport> {
  const sha256 = await fetchFile(file)
  const format = await formatOf(file.path)
  printPhase(`importing ${describeScope(scope)}`)
  const importOptions: ImportOptions = {
    inputs: [
      {
        file: file.path,
        origin: format === 'off' ? { from: 'off' } : { from: 'jsonl', source: 'per-line' },
        reprocess: options.force,
      },
    ],
    synonymsFile: config.SYNONYMS_FILE,
    imageHosts: config.IMAGE_HOSTS,
    loads: { scope, fileName: file.name, fileSha256: sha256 },
    ...(format === 'off' && { fullDumpOf: 'off' }),
    // Another scope, or the first dump after the demo, is meant to replace what is there.
    allowMassRemoval:
      !before.hasCursor || before.loaded === null || scopeKey(before.loaded.scope) !== scopeKey(scope),
  }
  return withConnection(config.DATABASE_URL, client => runImport(client, importOptions, terminalProgress()))
}

/** Foods without a brand and a barcode: "Bananas, raw". What the catalog already has of them stays. */
async function loadGenericFoods(
  config: Config,
  options: BootstrapOptions,
  usda: string | false,
): Promise<GenericFoods> {
  if (usda === false) return { everyday: null, usda: null }
  const { foodsBySource } = await withConnection(config.DATABASE_URL, readState)
  // A whole table states more than the records that are shipped.
  const files = everydayRecordFiles.filter(({ source }) => foodsBySource[source] === undefined)
  if (files.length > 0) printPhase('importing everyday foods')
  const everyday =
    files.length === 0
      ? null
      : await importInto(
          config,
          files.map(({ file }) => ({ file, origin: { from: 'jsonl', source: 'per-line' } })),
        )
  const hasUsda = (foodsBySource[usdaSource] ?? 0) > everydayFoods.length
  return { everyday, usda: hasUsda && !options.force ? null : await loadUsda(config, options, usda) }
}

const importInto = (config: Config, inputs: ImportOptions['inputs']) =>
  withConnection(config.DATABASE_URL, client =>
    runImport(
      client,
      { inputs, synonymsFile: config.SYNONYMS_FILE, imageHosts: config.IMAGE_HOSTS },
      terminalProgress(),
    ),
  )

async function loadUsda(
  config: Config,
  options: BootstrapOptions,
  from: string,
): Promise<ImportReport | null> {
  const file = findFile(from, config.DOWNLOADS_DIR)
  try {
    await fetchFile(file, options.usda === undefined ? 3 : undefined)
  } catch (error) {
    // A private network may not reach USDA. The everyday foods are there.
    if (!(error instanceof DownloadFailed) || options.usda !== undefined) throw error
    printPhase(
      `continuing without the generic foods of USDA (${error.message}). To add them: larder import usda FILE`,
    )
    return null
  }
  printPhase('importing generic foods of USDA')
  const report = await importInto(config, [{ file: file.path, origin: { from: usdaSource } }])
  if (file.url !== null && !options.keepDownload) await rm(file.path, { force: true })
  return report
}

function summary(
  { imported, everyday, usda, foods, barcode }: BootstrapResult,
  config: Config,
  mirror: string,
): string {
  const port = config.API_PORT
  return [
    ...(imported === null ? [] : [renderReport(imported)]),
    ...(everyday === null ? [] : [`${everyday.shown.toLocaleString('en-US')} everyday foods`]),
    ...(usda === null ? [] : [`${usda.shown.toLocaleString('en-US')} foods of USDA`]),
    `The catalog has ${foods.toLocaleString('en-US')} foods.`,
    '',
    'Every night, with a timer (docs/how-to/install.md, Nightly sync):',
    `  bin/larder sync off --from ${mirror}/delta`,
    '',
    'Next:',
    `  bin/larder serve                                     # API on port ${port}, website on port ${config.WEB_PORT}`,
    `  curl http://127.0.0.1:${port}/barcode/${barcode ?? '4008400402222'}`,
    '  bin/larder doctor                                    # check the settings',
  ].join('\n')
}
