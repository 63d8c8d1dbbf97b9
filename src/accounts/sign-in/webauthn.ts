/** Loaded with the first passkey that is added or used: it takes 26 MB and a third of a second. */
export function loadWebAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}
