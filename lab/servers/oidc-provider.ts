// A real OpenID Connect provider on localhost, with its built-in development pages for sign-in.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

export interface Person {
  email?: string
  email_verified?: boolean
  preferred_username?: string
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** By their login at the provider. */
  people: Map<string, Person>
  /** Changes the claims of ID tokens, as a provider would that does not follow the specification. */
  changeClaims: (claims: Record<string, unknown>) => Record<string, unknown>
  stop(): void
}

export async function startProvider(redirectUris: string[]): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const clientId = 'larder'
  const clientSecret = randomBytes(24).toString('hex')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  // Suppresses its startup warnings about development pages and keys.
  const { warn, info } = console
  console.warn = () => undefined
  console.info = () => undefined
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
  })
  console.warn = warn
  console.info = info
  server.on('request', provider.callback())

  // It follows `prompt` and `max_age` and sends `auth_time`; tests can change what it sends.
  const { payload } = provider.IdToken.prototype
  provider.IdToken.prototype.payload = async function () {
    return testProvider.changeClaims(await payload.call(this))
  }

  const testProvider: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    people,
    changeClaims: claims => claims,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return testProvider
}

/** Signs in at the provider like a browser, and returns the URL that the provider redirects back to. */
export async function signInAtProvider(startUrl: string, login: string): Promise<URL> {
  const { origin } = new URL(startUrl)
  const cookies = new Map<string, string>()
  let url = startUrl
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    form = undefined
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) {
      const next = new URL(location, url)
      if (next.origin !== origin) return next
      url = next.href
    } else {
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (action === undefined || prompt === undefined) throw new Error(`no form at ${url}:\n${page}`)
      url = new URL(action, url).href
      form = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  throw new Error('the provider did not redirect back within 20 steps')
}
