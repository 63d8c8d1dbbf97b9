import type { ServerSecret } from '../../platform/server-secret.ts'
import { newPhotoKey, type PhotoRefusal, type PhotoStore } from './photo.ts'
import { type PhotoViewer, signPhotoUrl, verifyPhotoUrl } from './photo-url.ts'
import type { ReencodePhoto } from './reencode.ts'

/** Photos of labels, as evidence for reviewers. */
export interface Photos {
  /** Stores a clean copy of an upload. The caller keeps the key, and removes the photo when it is not needed any more. */
  add(upload: Uint8Array): Promise<StoredPhoto | { refused: PhotoRefusal }>
  /** A JPEG. Undefined if it was removed. */
  get(key: string): Promise<Buffer | undefined>
  /** Can be repeated: photos that are gone are skipped. */
  removePhotos(keys: Iterable<string>): Promise<void>
  signPhotoUrl(key: string, viewer: PhotoViewer): string
  verifyPhotoUrl(token: string, viewer: PhotoViewer): string | undefined
}

export interface StoredPhoto {
  key: string
  width: number
  height: number
  bytes: number
}

export interface PhotoDeps {
  store: PhotoStore
  reencodePhoto: ReencodePhoto
  secret: ServerSecret
}

export function createPhotos({ store, reencodePhoto, secret }: PhotoDeps): Photos {
  return {
    async add(upload) {
      const result = await reencodePhoto(upload)
      if ('refused' in result) return result
      const { photo, width, height } = result
      const key = newPhotoKey()
      await store.put(key, photo)
      return { key, width, height, bytes: photo.length }
    },
    get: key => store.get(key),
    async removePhotos(keys) {
      for (const key of keys) await store.remove(key)
    },
    signPhotoUrl: (key, viewer) => signPhotoUrl(secret, key, viewer),
    verifyPhotoUrl: (token, viewer) => verifyPhotoUrl(secret, token, viewer),
  }
}
