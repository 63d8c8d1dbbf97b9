import { BlockList, isIP } from 'node:net'
import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('profile')

type ProfileSettings = Pick<
  Config,
  | 'DEPLOYMENT_PROFILE'
  | 'RATE_LIMIT_ANONYMOUS_PER_MINUTE'
  | 'FAIRNESS_DELAY_MS'
  | 'API_PUBLIC_URL'
  | 'WEB_PUBLIC_URL'
>

export function checkProfile(config: ProfileSettings): Finding[] {
  const { DEPLOYMENT_PROFILE, RATE_LIMIT_ANONYMOUS_PER_MINUTE: perMinute, FAIRNESS_DELAY_MS: delay } = config
  const limits = `${perMinute.toLocaleString('en')} requests a minute without a key, delayed by ${delay} ms`
  if (DEPLOYMENT_PROFILE === 'public') return [ok(`public: ${limits}`)]
  const publicNames = (['API_PUBLIC_URL', 'WEB_PUBLIC_URL'] as const).filter(name =>
    isPublicHost(config[name]),
  )
  return publicNames.length === 0
    ? [ok(`self-hosted: ${limits}`)]
    : [
        warning(
          `self-hosted: ${limits}, but ${publicNames.join(' and ')}: a host that may be public. Check that only your own network reaches it, or set DEPLOYMENT_PROFILE=public`,
        ),
      ]
}

const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')
privateAddresses.addAddress('::1', 'ipv6')

// Reserved for private networks, or used by routers for theirs.
const privateName = /(?:^|\.)(?:localhost|local|lan|home|internal|home\.arpa|test)$/

function isPublicHost(url: string | undefined): boolean {
  if (url === undefined) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  if (version !== 0) return !privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6')
  // A name without a dot is only known to a local name server.
  return host.includes('.') && !privateName.test(host)
}
