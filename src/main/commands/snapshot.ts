import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { checksums } from '../../importer/checksum.ts'
import { readSnapshot } from '../../importer/snapshot/read.ts'
import { writeSnapshot } from '../../importer/snapshot/write.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { withCliErrors } from './import.ts'
import { printResult } from './output.ts'
import { terminalProgress } from './progress.ts'

const number = (value: number) => value.toLocaleString('en-US')

export async function exportSnapshotCommand(file: string): Promise<void> {
  const started = performance.now()
  const { foods } = await withConnection(loadConfig().DATABASE_URL, client =>
    file === '-'
      ? writeSnapshot(client, process.stdout)
      : writeToFile(file, output => writeSnapshot(client, output)),
  )
  process.stderr.write(`exported ${number(foods)} foods in ${secondsSince(started)} s\n`)
}

/** Written under a temporary name until complete, so that a partial file is never mistaken for a snapshot. */
async function writeToFile<T>(file: string, write: (output: Writable) => Promise<T>): Promise<T> {
  const temporary = `${file}.unfinished`
  const output = file.endsWith('.gz') ? createGzip({ level: 3 }) : new PassThrough()
  try {
    const [result] = await Promise.all([
      write(output).finally(() => output.end()),
      pipeline(output, createWriteStream(temporary)),
    ])
    await rename(temporary, file)
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

export async function importSnapshotCommand(file: string, options: { json: boolean }): Promise<void> {
  const { DATABASE_URL, SYNONYMS_FILE } = loadConfig()
  const { foods, seconds } = await withCliErrors(() =>
    withConnection(DATABASE_URL, client => readSnapshot(client, file, terminalProgress(), SYNONYMS_FILE)),
  )
  const text = `imported ${number(foods.added)} foods in ${seconds.toFixed(1)} s`
  printResult(options, { foods: foods.added, seconds }, text)
}

export async function verifySnapshotCommand(options: { json: boolean }): Promise<void> {
  const { foods, content, withIds } = await withConnection(loadConfig().DATABASE_URL, checksums)
  const text = `foods     ${number(foods)}\ncontent   ${content}\nwith ids  ${withIds}`
  printResult(options, { foods, content, with_ids: withIds }, text)
}

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1)
