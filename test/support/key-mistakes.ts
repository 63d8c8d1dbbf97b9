import { connect } from 'node:net'
import { expect } from 'vitest'
import { ask } from '../../lab/clients/http.ts'

/** Sends keys in URLs and in malformed HTTP requests. */
export async function sendKeysByMistake(apiUrl: string, websiteUrl: string, keys: string[]): Promise<void> {
  for (const key of keys) {
    const answers = [
      await ask(apiUrl, `/food/1?key=${key}`),
      await ask(apiUrl, `/food/1?api_key=${key.replaceAll('_', '%5F')}&limit=1`),
      await ask(apiUrl, `/search?q=${key}`),
      await ask(apiUrl, `/food/${key}`),
      await ask(apiUrl, `/${key}/food/1`, { key }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422, 401])
    for (const url of [apiUrl, websiteUrl]) {
      await sendRaw(url, `GET / HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nno header\r\n\r\n`)
    }
  }
}

async function sendRaw(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400/)
}
