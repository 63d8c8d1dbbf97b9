import { join, resolve } from 'node:path'
import { exportPack } from '../../packs/export.ts'
import { ExportRefused, type PackEntry, type PackFields } from '../../packs/pack.ts'
import { ConnectionLost, withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { CliError, usageError } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { printResult } from './output.ts'
import { foodProgress } from './progress.ts'

interface Options {
  country?: string
  top?: string
  fields: PackFields
  out?: string
  json: boolean
}

export async function exportCommand(options: Options): Promise<void> {
  const started = performance.now()
  const { DATABASE_URL, PACKS_DIR } = loadConfig()
  const folder = options.out ?? PACKS_DIR
  if (folder === undefined) throw usageError('name the folder of the pack with --out, or set PACKS_DIR')
  // SQLite sorts in files. On the read-only disk of a container there is no other folder for them.
  process.env['SQLITE_TMPDIR'] = resolve(folder)
  const progress = foodProgress()
  const selection = {
    country: options.country?.toLowerCase() ?? null,
    top: topOf(options.top),
    fields: options.fields,
  }
  const pack = await withExportErrors(() =>
    withConnection(DATABASE_URL, client =>
      exportPack(client, {
        selection,
        folder,
        onFoods: progress.onProgress,
        onPhase: progress.onPhase,
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  printResult(options, { folder, pack, seconds }, `${describe(folder, pack)}\nin ${seconds.toFixed(1)} s`)
}

function topOf(written: string | undefined): number | null {
  if (written === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(written))
    throw usageError(`--top is the number of foods, such as 100000, not ${JSON.stringify(written)}`)
  return Number(written)
}

const number = (value: number) => value.toLocaleString('en-US')

const describe = (folder: string, { url, foods, bytes }: PackEntry) =>
  `${join(folder, url)}: ${number(foods)} foods, ${number(Math.ceil(bytes / 1000))} KB`

async function withExportErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ExportRefused)
      throw new CliError(error.message, { exitCode: exitCodes[error.reason].code })
    if (error instanceof ConnectionLost) {
      const { message, advice } = error
      throw new CliError(message, { advice, exitCode: exitCodes['connection-lost'].code })
    }
    throw error
  }
}
