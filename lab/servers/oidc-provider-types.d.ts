// The package has no types; these cover what the tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    IdToken: { prototype: { payload(): Promise<Record<string, unknown>> } }
  }
}
