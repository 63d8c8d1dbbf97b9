// Passkeys: shows the buttons that need them, and runs the ceremony of the page made for it (passkey-ceremony.tsx).
interface Descriptor {
  id: string
  type: 'public-key'
  transports?: AuthenticatorTransport[]
}

interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Descriptor[]
}

interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string
  allowCredentials?: Descriptor[]
}

if ('PublicKeyCredential' in window) {
  for (const element of document.querySelectorAll<HTMLElement>('[data-needs-passkeys]'))
    element.hidden = false
}

const ceremony = document.getElementById('passkey-ceremony')
const form = ceremony?.querySelector('form')
if (ceremony && form) {
  form.addEventListener('submit', event => {
    event.preventDefault()
    void run(ceremony, form)
  })
  void run(ceremony, form)
}

/** Some browsers ask for a passkey only after a click, so a failure leaves the button to try again. */
async function run(element: HTMLElement, target: HTMLFormElement): Promise<void> {
  const problem = document.getElementById('passkey-problem')
  const field = target.elements.namedItem('response')
  const button = target.querySelector('button')
  if (!problem || !button || !(field instanceof HTMLInputElement)) return
  problem.hidden = true
  button.disabled = true
  try {
    const { kind, options = '' } = element.dataset
    field.value = JSON.stringify(
      await (kind === 'create' ? create(JSON.parse(options)) : use(JSON.parse(options))),
    )
    target.submit()
  } catch {
    problem.hidden = false
    button.disabled = false
  }
}

async function create({ challenge, user, excludeCredentials, ...options }: CreationOptions): Promise<object> {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: toDescriptors(excludeCredentials),
    },
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was created')
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('unexpected response')
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

async function use({ challenge, allowCredentials, ...options }: RequestOptions): Promise<object> {
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(challenge),
      allowCredentials: toDescriptors(allowCredentials),
    },
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was used')
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('unexpected response')
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(signature),
      ...(userHandle && { userHandle: toBase64Url(userHandle) }),
    },
  }
}

function describe(credential: PublicKeyCredential): object {
  const { id, type } = credential
  return { id, rawId: toBase64Url(credential.rawId), type, clientExtensionResults: {} }
}

function toDescriptors(descriptors: Descriptor[] = []): PublicKeyCredentialDescriptor[] {
  return descriptors.map(descriptor => ({ ...descriptor, id: toBytes(descriptor.id) }))
}

function toBytes(base64Url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}

function toBase64Url(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export {}
