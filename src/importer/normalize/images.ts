// Image addresses: https, and only from hosts that are known to serve images of foods.
import { imageHosts } from '../../food/image-hosts.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'

const hostPatterns = imageHosts.map(host => host.replaceAll('.', String.raw`\.`)).join('|')
const allowed = new RegExp(String.raw`^https?://(?:[a-z\d-]{1,63}\.)?(?:${hostPatterns})(?=[/?#]|$)`)

const maxUrlLength = 2_000

export function readImageUrl(
  written: unknown,
  field: 'image_url' | 'image_thumb_url',
  flags: QualityFlag[],
): string | null {
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
