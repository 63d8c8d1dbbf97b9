// The pictures of shared links. Drawing does not occupy the event loop, so they wait in their own queue; when it is full, or a picture
// takes too long, the visitor gets the picture of the website instead.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WebsiteCatalog } from '../context.ts'
import { type IconName, iconNames } from '../icons/icon-names.ts'
import { readParam } from '../shell/form-input.ts'
import { publicCacheControl, shortCacheControl } from '../shell/responses.tsx'
import { foodPicture } from './food-picture.ts'
import { type PageTexts, type PictureAddresses, pagePicturePath } from './picture-address.ts'
import { drawableText, type PictureContent, type PictureImage } from './picture-content.ts'
import { createPictureThread } from './picture-thread.ts'

const maxWaitMs = 5_000
const maxWaiting = 20
const idleMs = 60_000

/** Drawn by `npm run generate`. */
const fallback = readFileSync(join(import.meta.dirname, 'fallback.png'))

export function addPictures(
  app: FastifyInstance,
  { lookup, websiteUrl }: Pick<WebsiteCatalog, 'lookup' | 'websiteUrl'>,
  addresses: PictureAddresses,
): void {
  const site = new URL(websiteUrl).host
  const thread = createPictureThread({
    maxWaiting,
    idleMs,
    onError: error => app.log.warn({ error }, 'cannot draw the picture of a page'),
  })

  async function send(reply: FastifyReply, content: PictureContent): Promise<FastifyReply> {
    const png = await Promise.race([thread.draw(content), wait(maxWaitMs, undefined, { ref: false })])
    return (
      reply
        .type('image/png')
        .header('cache-control', png === undefined ? shortCacheControl : publicCacheControl)
        // Pages of other websites show previews.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(png ?? fallback)
    )
  }

  const config = { isPublic: true, schedulesItself: true }
  app.get('/share/food/:file', { config }, async (request, reply) => {
    const [, id] = /^([1-9]\d{0,14})\.png$/.exec(readParam(request, 'file')) ?? []
    const food = id === undefined ? undefined : await lookup.byId(Number(id))
    if (food === undefined) return reply.callNotFound()
    return send(reply, foodPicture(food, site, request.locale))
  })

  app.get(pagePicturePath, { config }, (request, reply) => {
    const texts = addresses.read(new URLSearchParams(request.url.split('?')[1]))
    return texts === undefined ? reply.callNotFound() : send(reply, pagePicture(texts, site))
  })
}

function pagePicture({ title, text, icon, tint }: PageTexts, site: string): PictureContent {
  const image = imageOf(icon, tint)
  const drawn = drawableText(text)
  return {
    title: drawableText(title) ?? 'Larder',
    ...(drawn !== undefined && { text: drawn }),
    ...(image !== undefined && { image }),
    site,
  }
}

/** The signature says that this website wrote the address, perhaps in an earlier release. */
function imageOf(icon: string | undefined, tint: string | undefined): PictureImage | undefined {
  const known = (iconNames as readonly string[]).find(name => name === icon)
  if (known === undefined || tint === undefined) return undefined
  return { icon: known as IconName, tint: tint as PictureImage['tint'] }
}
