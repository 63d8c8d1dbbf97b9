// A lightweight HTTP client with keep-alive connections and no pipelining that supports just what Larder's responses
// need. Node.js's client would use as much CPU as the measured server.
import { connect, type Socket } from 'node:net'

/** Resolves to the status; 0 if there was no response. */
type LeanClient = (path: string) => Promise<number>

interface Connection {
  socket: Socket
  received: string
  bodyStart: number
  bodyLength: number
  resolve: ((status: number) => void) | undefined
  timer: NodeJS.Timeout | undefined
}

const timeoutMs = 10_000

export function leanClient(url: string, headers: Record<string, string>): LeanClient {
  const { hostname, port } = new URL(url)
  const idle: Connection[] = []
  const headerList = Object.entries({ host: `${hostname}:${port}`, ...headers })
  const head = ` HTTP/1.1\r\n${headerList.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`

  function open(): Connection {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1') // one character per byte
    const connection: Connection = {
      socket,
      received: '',
      bodyStart: -1,
      bodyLength: 0,
      resolve: undefined,
      timer: undefined,
    }
    socket.on('data', (chunk: string) => receive(connection, chunk))
    socket.on('error', () => end(connection, 0))
    socket.on('close', () => {
      const index = idle.indexOf(connection)
      if (index >= 0) idle.splice(index, 1)
      end(connection, 0)
    })
    return connection
  }

  function receive(connection: Connection, chunk: string): void {
    connection.received += chunk
    if (connection.bodyStart < 0) {
      const headEnd = connection.received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      connection.bodyStart = headEnd + 4
      connection.bodyLength = Number(
        /\r\ncontent-length: (\d+)/i.exec(connection.received.slice(0, headEnd))?.[1] ?? 0,
      )
    }
    if (connection.received.length < connection.bodyStart + connection.bodyLength) return
    const { received, bodyStart } = connection
    const isLast = /\r\nconnection: close/i.test(received.slice(0, bodyStart))
    connection.received = ''
    connection.bodyStart = -1
    if (isLast) connection.socket.destroy()
    else idle.push(connection)
    end(connection, Number(received.slice(9, 12)))
  }

  function end(connection: Connection, status: number): void {
    const { resolve } = connection
    connection.resolve = undefined
    clearTimeout(connection.timer)
    resolve?.(status)
  }

  return path =>
    new Promise(resolve => {
      const connection = idle.pop() ?? open()
      connection.resolve = resolve
      connection.timer = setTimeout(() => {
        end(connection, 0)
        connection.socket.destroy()
      }, timeoutMs)
      connection.socket.write(`GET ${path}${head}`)
    })
}
