// Image addresses: https, and only from hosts that are known to serve images of foods. Any other address may become an
// advertisement or worse, and pages of foods would show it.
import type { QualityFlag } from '../../quality/candidate-food.ts'

/** With their subdomains. The demo catalog and the examples of the API reference use images.example, which does not exist. */
const imageHosts = ['openfoodfacts.org', 'images.example']

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
