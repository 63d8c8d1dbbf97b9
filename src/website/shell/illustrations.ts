// Where the files of the illustrations are: copied by the build, or in their package.
import { extname, join } from 'node:path'

const websiteFolder = join(import.meta.dirname, '..')

/** Whether this is the built program. */
export const isBuilt = extname(import.meta.filename) === '.js'

export const illustrationsFolder = isBuilt
  ? join(websiteFolder, 'illustrations')
  : join(websiteFolder, '../../node_modules/@lobehub/fluent-emoji-3d/assets')
