// A client that costs the machine little: kept connections, one request each, only as much of HTTP as Larder's answers
// need. Node's own client would take as much of a processor as the server that is measured.
import { connect, type Socket } from 'node:net'

export interface LeanAnswer {
  /** 0: there was none. */
  status: number
  error: string
  text: string
}

export type LeanClient = (path: string) => Promise<LeanAnswer>

interface Line {
  socket: Socket
  received: string
  bodyStart: number
  bodyLength: number
  resolve: ((answer: LeanAnswer) => void) | undefined
  timer: NodeJS.Timeout | undefined
}

const patienceMs = 10_000

/** Bytes are kept as they come, one letter each: `text` is latin1. */
export function leanClient(url: string, headers: Record<string, string>): LeanClient {
  const { hostname, port } = new URL(url)
  const idle: Line[] = []
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers })
  const head = ` HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`

  function open(): Line {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
    const line: Line = {
      socket,
      received: '',
      bodyStart: -1,
      bodyLength: 0,
      resolve: undefined,
      timer: undefined,
    }
    socket.on('data', (chunk: string) => take(line, chunk))
    socket.on('error', error => end(line, 0, (error as NodeJS.ErrnoException).code ?? error.name, ''))
    socket.on('close', () => {
      const place = idle.indexOf(line)
      if (place >= 0) idle.splice(place, 1)
      end(line, 0, 'closed', '')
    })
    return line
  }

  function take(line: Line, chunk: string): void {
    line.received += chunk
    if (line.bodyStart < 0) {
      const headEnd = line.received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      line.bodyStart = headEnd + 4
      line.bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(line.received.slice(0, headEnd))?.[1] ?? 0)
    }
    if (line.received.length < line.bodyStart + line.bodyLength) return
    const { received, bodyStart } = line
    const isLast = /\r\nconnection: close/i.test(received.slice(0, bodyStart))
    line.received = ''
    line.bodyStart = -1
    if (isLast) line.socket.destroy()
    else idle.push(line)
    end(line, Number(received.slice(9, 12)), '', received.slice(bodyStart))
  }

  function end(line: Line, status: number, error: string, text: string): void {
    const { resolve } = line
    line.resolve = undefined
    clearTimeout(line.timer)
    resolve?.({ status, error, text })
  }

  return path =>
    new Promise(resolve => {
      const line = idle.pop() ?? open()
      line.resolve = resolve
      line.timer = setTimeout(() => {
        end(line, 0, 'no answer', '')
        line.socket.destroy()
      }, patienceMs)
      line.socket.write(`GET ${path}${head}`)
    })
}
