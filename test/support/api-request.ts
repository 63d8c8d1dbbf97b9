// Requests to the API without a socket.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ApiRequest, type Route } from '../../src/api/api-request.ts'
import { createRouter } from '../../src/api/router.ts'

interface Message {
  method?: string
  url?: string
  headers?: Record<string, string>
  socket?: Socket
}

export function requestTo(
  routes: readonly Route[],
  { method = 'GET', url = '/', headers = {}, socket = new Socket() }: Message = {},
): ApiRequest {
  const raw = new IncomingMessage(socket)
  const sent = { host: 'larder.test', ...headers }
  Object.assign(raw, { method, url, httpVersion: '1.1' })
  raw.rawHeaders.push(...Object.entries(sent).flat())
  raw.headers = sent
  return new ApiRequest(raw, new ServerResponse(raw), createRouter(routes))
}
