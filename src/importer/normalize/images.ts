// Image addresses: https, and only from hosts that are known to serve images of foods.
import { imageHosts } from '../../food/image-hosts.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'

export type ReadImageUrl = (
  written: unknown,
  field: 'image_url' | 'image_thumb_url',
  flags: QualityFlag[],
) => string | null

const maxUrlLength = 2_000

/** `operatorHosts` are allowed besides the known ones. */
export function createImageReader(operatorHosts: readonly string[]): ReadImageUrl {
  const patterns = imageHosts(operatorHosts).map(host => host.replaceAll('.', String.raw`\.`))
  const allowed = new RegExp(String.raw`^https?://(?:[a-z\d-]{1,63}\.)?(?:${patterns.join('|')})(?=[/?#]|$)`)
  return (written, field, flags) => readImageUrl(allowed, written, field, flags)
}

function readImageUrl(allowed: RegExp, ...[written, field, flags]: Parameters<ReadImageUrl>): string | null {
  if (typeof written !== 'string' || written.length > maxUrlLength || /[\s"'<>\\]/.test(written)) return null
  if (!allowed.test(written)) {
    const [found] = /^https?:\/\/[^/?#]+/.exec(written) ?? []
    if (found !== undefined) flags.push({ rule: 'image-host', field, found })
    return null
  }
  if (written.startsWith('https:')) return written
  flags.push({ rule: 'image-https', field })
  return `https${written.slice('http'.length)}`
}
