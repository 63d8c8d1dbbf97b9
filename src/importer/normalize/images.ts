// Image addresses: https, and only from hosts that are known to serve images of foods.
import { imageHosts } from '../../food/image-hosts.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'

const hostPatterns = imageHosts.map(host => host.replaceAll('.', String.raw`\.`)).join('|')
const address = /^(https?):\/\/([^/?#]*)/
const allowedHost = new RegExp(String.raw`^(?:[a-z\d-]{1,63}\.)?(?:${hostPatterns})$`)

const maxUrlLength = 2_000

export function readImageUrl(
  written: unknown,
  field: 'image_url' | 'image_thumb_url',
  flags: QualityFlag[],
): string | null {
  if (typeof written !== 'string') return null
  const [origin = '', scheme, host = ''] = address.exec(written) ?? []
  if (host === '' || written.length > maxUrlLength || /[\s"'<>\\]/.test(written)) return null
  if (!allowedHost.test(host)) {
    flags.push({ rule: 'image-host', field, found: origin })
    return null
  }
  if (scheme === 'https') return written
  flags.push({ rule: 'image-https', field })
  return `https${written.slice('http'.length)}`
}
