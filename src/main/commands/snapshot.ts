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
import { inWords } from './import.ts'
import { watchOnTerminal } from './progress.ts'

const number = (value: number) => value.toLocaleString('en-US')

export async function exportCommand(file: string): Promise<void> {
  const started = performance.now()
  const { foods } = await withConnection(loadConfig().DATABASE_URL, client =>
    file === '-'
      ? writeSnapshot(client, process.stdout)
      : intoFile(file, output => writeSnapshot(client, output)),
  )
  process.stderr.write(`${number(foods)} foods written in ${secondsSince(started)} s\n`)
}

/** Under another name until it is whole: nobody takes half a file for the catalog. */
async function intoFile<T>(file: string, write: (output: Writable) => Promise<T>): Promise<T> {
  const unfinished = `${file}.unfinished`
  const output = file.endsWith('.gz') ? createGzip({ level: 3 }) : new PassThrough()
  try {
    const [result] = await Promise.all([
      write(output).finally(() => output.end()),
      pipeline(output, createWriteStream(unfinished)),
    ])
    await rename(unfinished, file)
    return result
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

export async function importSnapshotCommand(file: string): Promise<void> {
  const { added, seconds } = await inWords(() =>
    withConnection(loadConfig().DATABASE_URL, client => readSnapshot(client, file, watchOnTerminal())),
  )
  console.log(`${number(added)} foods as they were exported, in ${seconds.toFixed(1)} s`)
}

export async function checksumCommand(): Promise<void> {
  const { foods, content, withIds } = await withConnection(loadConfig().DATABASE_URL, checksums)
  console.log(`foods     ${number(foods)}\ncontent   ${content}\nwith ids  ${withIds}`)
}

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1)
