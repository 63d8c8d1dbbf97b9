import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and look into them freely
  json: any
}

const agent = new Agent({ keepAlive: true })

/** Sends the path exactly as given, without normalization by a URL parser. */
export function ask(
  baseUrl: string,
  path: string,
  options: {
    method?: string
    headers?: Record<string, string>
    key?: string | undefined
    /** A string is sent unchanged, anything else as JSON. */
    body?: unknown
  } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        path,
        method: options.method ?? 'GET',
        headers: { ...options.headers, ...(options.key && { authorization: `Bearer ${options.key}` }) },
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json:
              response.headers['content-type']?.includes('json') && text !== ''
                ? JSON.parse(text)
                : undefined,
          })
        })
      },
    )
    outgoing.on('error', reject)
    const { body } = options
    outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
  })
}
