// Parsers of settings. Each returns the value, or throws an Error that says what is expected.
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isEstimateName } from '../food/api-food.ts'
import { sourceIds } from '../food/sources.ts'

export function text(raw: string): string {
  return raw
}

export function integer(min: number, max: number) {
  return (raw: string): number => {
    const value = Number(raw)
    if (!/^\d+$/.test(raw) || value < min || value > max) {
      throw new Error(`is "${raw}"; expected a whole number from ${min} to ${max}`)
    }
    return value
  }
}

export function workers(raw: string): number {
  return raw === 'auto' ? availableParallelism() : integer(1, 256)(raw)
}

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (raw: string): Choice => {
    const choice = choices.find(candidate => candidate === raw)
    if (choice === undefined) throw new Error(`is "${raw}"; expected one of ${choices.join(', ')}`)
    return choice
  }
}

export function estimateName(raw: string): string {
  if (!isEstimateName(raw)) {
    throw new Error(
      `is "${raw}"; expected lower-case letters, digits, _ and -, and not another source (${sourceIds.join(', ')})`,
    )
  }
  return raw
}

export function url(protocols: string[]) {
  return (raw: string): string => {
    const form = `expected an address like ${protocols[0]}//host/…`
    // The value is not repeated in the message: it may contain a password.
    if (!URL.canParse(raw)) throw new Error(`is not a URL; ${form}`)
    const { protocol } = new URL(raw)
    if (!protocols.includes(protocol)) throw new Error(`starts with ${protocol}; ${form}`)
    return raw
  }
}

export function optional<T>(parse: (raw: string) => T) {
  return (raw: string): T | undefined => (raw === '' ? undefined : parse(raw))
}

/** Entries separated by commas; none when nothing is raw. */
export function listOf<T>(parse: (entry: string) => T) {
  return (raw: string): T[] =>
    raw
      .split(',')
      .map(entry => entry.trim())
      .filter(Boolean)
      .map(parse)
}

export function hostName(raw: string): string {
  const name = raw.toLowerCase()
  if (name.length > 253 || !/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/.test(name))
    throw new Error(`contains "${raw}"; expected names of hosts without protocol, port or path`)
  return name
}

/** Without a slash at its end, so that paths can follow. */
export function baseUrl(raw: string): string {
  let base = url(['https:', 'http:'])(raw)
  while (base.endsWith('/')) base = base.slice(0, -1)
  return base
}

export function emailAddress(raw: string): string {
  if (!/^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/.test(raw))
    throw new Error(`is "${raw}"; expected an e-mail address`)
  return raw
}

export function secret(least: number) {
  return (raw: string): string => {
    if (raw.length < least) {
      throw new Error(`has ${raw.length} characters; expected at least ${least}: openssl rand -hex 32`)
    }
    return raw
  }
}

export function addressList(raw: string): BlockList {
  const list = new BlockList()
  for (const entry of raw
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

export function providerList(raw: string): OidcProvider[] {
  const list = raw === '' ? [] : parsedJson(raw)
  if (!Array.isArray(list)) throw new Error('is not a JSON array of providers')
  const providers = list.map(readProvider)
  if (new Set(providers.map(({ id }) => id)).size < providers.length) {
    throw new Error('names a provider twice; each needs a unique id')
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
  // The pages for the six digits and for passkeys lie where its sign-in would.
  if (id === 'code' || id === 'passkey')
    throw new Error(`has the id "${id}", which Larder uses itself; choose another`)
  // Over plain HTTP anybody on the way could say who somebody is.
  const { protocol, hostname } = new URL(url(['https:', 'http:'])(issuer))
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new Error(`has the issuer "${issuer}"; expected https, http only on this machine itself`)
  }
  return { id, name, issuer, clientId, clientSecret }
}

function parsedJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** A line each, as it is: a secret may have commas and spaces in it. */
export function linesOf<T>(read: (line: string) => T) {
  return (raw: string): T[] => raw.split(/\r?\n/).filter(Boolean).map(read)
}

/** The text of a file that holds a secret; the newline that editors leave at its end is no part of it. */
export function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(`cannot be read from its file: ${(error as Error).message}`)
  }
}
