// Where photos are kept: a folder, or a bucket of any S3-compatible store.
import { createFolderStore } from './folder-store.ts'
import type { PhotoStore } from './photo.ts'
import { createS3Store, type S3Settings } from './s3-store.ts'

export type PhotoStoreSettings = { folder: string } | S3Settings

export function createPhotoStore(settings: PhotoStoreSettings): PhotoStore {
  return 'folder' in settings ? createFolderStore(settings.folder) : createS3Store(settings)
}
