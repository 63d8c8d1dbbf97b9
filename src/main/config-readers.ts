// How the text of a setting becomes its value. Each returns the value, or throws an Error that says what is
// expected.
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'

export function text(written: string): string {
  return written
}

export function integer(least: number, most: number) {
  return (written: string): number => {
    const value = Number(written)
    if (!/^\d+$/.test(written) || value < least || value > most) {
      throw new Error(`is "${written}"; expected a whole number from ${least} to ${most}`)
    }
    return value
  }
}

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (written: string): Choice => {
    const choice = choices.find(candidate => candidate === written)
    if (choice === undefined) throw new Error(`is "${written}"; expected one of ${choices.join(', ')}`)
    return choice
  }
}

export function url(protocols: string[]) {
  return (written: string): string => {
    const form = `expected an address like ${protocols[0]}//host/…`
    // The value itself is not repeated: it may hold a password.
    if (!URL.canParse(written)) throw new Error(`is not a URL; ${form}`)
    const { protocol } = new URL(written)
    if (!protocols.includes(protocol)) throw new Error(`begins with ${protocol}; ${form}`)
    return written
  }
}

export function optional<T>(read: (written: string) => T) {
  return (written: string): T | undefined => (written === '' ? undefined : read(written))
}

/** Entries separated by commas; none when nothing is written. */
export function listOf<T>(read: (entry: string) => T) {
  return (written: string): T[] =>
    written
      .split(',')
      .map(entry => entry.trim())
      .filter(Boolean)
      .map(read)
}

export function hostAndPort(written: string): { host: string; port: number } {
  const [, inBrackets, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(written) ?? []
  const host = inBrackets ?? plain
  if (host === undefined || Number(port) > 65_535) {
    throw new Error(`has the entry "${written}"; expected host:port`)
  }
  return { host, port: Number(port) }
}

/** Without a slash at its end, so that paths can follow. */
export function baseUrl(written: string): string {
  let base = url(['https:', 'http:'])(written)
  while (base.endsWith('/')) base = base.slice(0, -1)
  return base
}

export function secret(least: number) {
  return (written: string): string => {
    if (written.length < least) {
      throw new Error(`has ${written.length} characters; expected at least ${least}: openssl rand -hex 32`)
    }
    return written
  }
}

export function addressList(written: string): BlockList {
  const list = new BlockList()
  for (const entry of written
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)) {
    const [address = '', bits, more] = entry.split('/')
    const version = isIP(address)
    const widest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? widest : /^\d+$/.test(bits) ? Number(bits) : Number.NaN
    if (version === 0 || more !== undefined || !(prefix <= widest)) {
      throw new Error(`has the entry "${entry}"; expected addresses or CIDR ranges like 10.0.0.0/8,fd00::/8`)
    }
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

interface OidcProvider {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

const providerMembers = ['id', 'name', 'issuer', 'clientId', 'clientSecret'] as const

export function providerList(written: string): OidcProvider[] {
  const list = written === '' ? [] : parsedJson(written)
  if (!Array.isArray(list)) throw new Error('is not a JSON array of providers')
  const providers = list.map(readProvider)
  if (new Set(providers.map(({ id }) => id)).size < providers.length) {
    throw new Error('names a provider twice; each needs an id of its own')
  }
  return providers
}

// The values themselves are not repeated in faults: one of them is a secret.
function readProvider(entry: unknown, place: number): OidcProvider {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const provider: Partial<OidcProvider> = {}
  for (const member of providerMembers) {
    const value = given[member]
    if (typeof value !== 'string' || value === '') {
      throw new Error(`has no "${member}" in entry ${place + 1}; each needs ${providerMembers.join(', ')}`)
    }
    provider[member] = value
  }
  const { id, name, issuer, clientId, clientSecret } = provider as OidcProvider
  if (!/^[a-z0-9-]{1,40}$/.test(id)) {
    throw new Error(`has the id "${id}"; expected small letters, digits and hyphens`)
  }
  // The page for the six digits lies where its sign-in would.
  if (id === 'code') throw new Error('has the id "code", which Larder uses itself; choose another')
  // Over plain HTTP anybody on the way could say who somebody is.
  const { protocol, hostname } = new URL(url(['https:', 'http:'])(issuer))
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new Error(`has the issuer "${issuer}"; expected https, http only on this machine itself`)
  }
  return { id, name, issuer, clientId, clientSecret }
}

function parsedJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

/** A line each, as it is: a secret may have commas and spaces in it. */
export function linesOf<T>(read: (line: string) => T) {
  return (written: string): T[] => written.split(/\r?\n/).filter(Boolean).map(read)
}

/** The text of a file that holds a secret; the newline that editors leave at its end is no part of it. */
export function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(`cannot be read from its file: ${(error as Error).message}`)
  }
}
