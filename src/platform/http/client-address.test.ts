import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

const trusted = new BlockList()
trusted.addSubnet('10.0.0.0', 8, 'ipv4')
trusted.addSubnet('fd00::', 8, 'ipv6')

// peer, X-Forwarded-For, expected client address
const cases: [string, string | undefined, string][] = [
  ['203.0.113.9', undefined, '203.0.113.9'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'], // an untrusted peer can claim anything
  ['203.0.113.9', '198.51.100.1, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'], // the leftmost is the client's own claim
  ['10.0.0.1', '192.0.2.66, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', 'junk', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, junk', '10.0.0.1'],
  ['10.0.0.1', 'junk, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['10.0.0.1', '[2001:db8:1:2::7]:4711', '2001:db8:1:2::/64'],
  ['10.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['10.0.0.1', "1' OR 1=1", '10.0.0.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['fd00::1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['2001:db8::1', undefined, '2001:db8:0:0::/64'],
  ['2001:DB8::ffff:1', undefined, '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0001::1', undefined, '2001:db8:0:1::/64'],
  ['::1', undefined, '0:0:0:0::/64'],
  ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', undefined, '64:ff9b:0:0::/64'],
]

describe('clientAddress', () => {
  it.each(cases)('%s, %s → %s', (peer, forwardedFor, expected) => {
    expect(clientAddress(peer, forwardedFor, trusted)).toBe(expected)
  })
})
