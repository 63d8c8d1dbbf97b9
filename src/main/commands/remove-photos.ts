import { createPhotoStore } from '../../community/photos/photo-store.ts'
import { loadConfig, photoStoreOf } from '../config.ts'

/** After the transaction that forgot them. */
export async function removePhotos(keys: readonly string[]): Promise<void> {
  const settings = photoStoreOf(loadConfig())
  if (settings === undefined || keys.length === 0) return
  const store = createPhotoStore(settings)
  for (const key of keys) await store.remove(key)
}
