import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertPhotoKey, newPhotoKey, type PhotoStore } from './photo.ts'

/** In the same folder, because a file cannot be renamed into another file system. */
const incomingName = '.incoming'
/** Nobody writes a photo for that long, on any of the nodes that share the folder. */
const abandonedMs = 3_600_000

/** Opens nothing yet: a node must also start while the folder is missing. */
export function createFolderStore(folder: string): PhotoStore {
  const incoming = join(folder, incomingName)
  const pathOf = (key: string) => {
    assertPhotoKey(key)
    return join(folder, `${key}.jpg`)
  }
  return {
    async put(key, photo) {
      const path = pathOf(key)
      const part = join(incoming, newPhotoKey())
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      await removeAbandoned(incoming)
      try {
        await writeDurably(part, photo)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: async key => rm(pathOf(key), { force: true }),
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Otherwise a power failure may lose the name of a file whose content was saved. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What nodes left that ended while they wrote. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const part of await readdir(incoming)) {
    const path = join(incoming, part)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}
