import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('profile')
const website = findingsOf('website')

export function checkProfile(config: Config): Finding[] {
  const { DEPLOYMENT_PROFILE, RATE_LIMIT_ANONYMOUS_PER_MINUTE: perMinute, FAIRNESS_DELAY_MS: delay } = config
  const limits = `${perMinute.toLocaleString('en')} requests a minute without a key, delayed by ${delay} ms`
  if (DEPLOYMENT_PROFILE === 'public') return [ok(`public: ${limits}`), checkContact(config)]
  const urls = ['API_PUBLIC_URL', 'WEB_PUBLIC_URL'] as const
  const publicNames = urls.filter(name => isPublicHost(config[name])).join(' and ')
  return publicNames === ''
    ? [ok(`self-hosted: ${limits}`)]
    : [
        warning(
          `self-hosted: ${limits}, but ${publicNames}: a host that may be public. Check that only your own network reaches it, or set DEPLOYMENT_PROFILE=public`,
        ),
      ]
}

const checkContact = ({ CONTACT_EMAIL }: Config): Finding =>
  CONTACT_EMAIL === undefined
    ? website.warning('the contact page names no address. Set CONTACT_EMAIL')
    : website.ok(`the contact page names ${CONTACT_EMAIL}`)

const privateHosts = [
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
  /^\[(?:f[cd]|fe[89ab]|::1\])/,
  // Reserved for private networks, or used by routers for theirs.
  /(?:^|\.)(?:localhost|local|lan|home|internal|home\.arpa|test)$/,
  // A name without a dot is only known to a local name server.
  /^[^.:]+$/,
]

const isPublicHost = (url: string | undefined) =>
  url !== undefined && !privateHosts.some(pattern => pattern.test(new URL(url).hostname))
