// A passkey in software, which can also respond wrongly, as an attacker's would.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { websiteUrl } from './accounts.ts'

/** What differs from a correct response. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  /** False: the user is present, but gave no PIN, fingerprint or face. */
  isUserVerified?: boolean
  signCount?: number
  userHandle?: string
  isSignatureWrong?: boolean
}

export interface SoftwareAuthenticator {
  /** The response to registration options, as the client script sends it. */
  create(options: PublicKeyCredentialCreationOptionsJSON, deviation?: Deviation): string
  /** The response to sign-in options. */
  use(options: PublicKeyCredentialRequestOptionsJSON, deviation?: Deviation): string
}

const userPresent = 0x01
const userVerified = 0x04
const containsCredential = 0x40

export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let userHandle = ''
  let signCount = 0

  const describe = (response: object) =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

  function authenticatorData(rpId: string, deviation: Deviation, credential?: Buffer): Buffer {
    const { isUserVerified = true } = deviation
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviation.signCount ?? ++signCount)
    const flags = userPresent | (isUserVerified ? userVerified : 0) | (credential ? containsCredential : 0)
    return Buffer.concat([
      sha256(deviation.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      credential ?? Buffer.alloc(0),
    ])
  }

  return {
    create({ challenge, rp, user }, deviation = {}) {
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // A COSE key: EC2, ES256, P-256 and the coordinates of the point.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ])
      const data = authenticatorData(rp.id ?? '', deviation, credential)
      // CBOR: a map of fmt, attStmt and authData.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return describe({
        clientDataJSON: clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    use({ challenge, rpId = '' }, deviation = {}) {
      const data = authenticatorData(rpId, deviation)
      const clientDataJson = clientData('webauthn.get', challenge, deviation)
      const signed = Buffer.concat([data, sha256(clientDataJson)])
      const signature = sign('sha256', deviation.isSignatureWrong ? randomBytes(40) : signed, privateKey)
      return describe({
        clientDataJSON: clientDataJson.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? userHandle,
      })
    },
  }
}

function clientData(type: string, challenge: string, deviation: Deviation): Buffer {
  const { origin = websiteUrl } = deviation
  return Buffer.from(
    JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin: false }),
  )
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
