import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { catalogVersion } from '../../src/food/food-row.ts'
import { withConnection } from '../../src/platform/database/pool.ts'

export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0)

export const versionOf = (databaseUrl: string): Promise<string> =>
  withConnection(databaseUrl, async client => {
    const { rows } = await client.query<{ version: string }>(`select ${catalogVersion} as version`)
    return rows[0]?.version ?? ''
  })
