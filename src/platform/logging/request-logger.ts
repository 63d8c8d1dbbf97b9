// The log line of a request, written as text: building it with pino costs three times as much, for every request.
import type { FastifyBaseLogger } from 'fastify'

export interface RequestLine {
  requestId: string
  server: string
  method: string
  path: string
  status: number
  durationMs: number
  clientIp: string | undefined
  keyId?: number | undefined
  accountId?: number | undefined
}

export type LogRequest = (line: RequestLine) => void

const infoLevel = 30

/** Writes lines in the format of the logger, if it logs requests at all. */
export function createRequestLogger(
  logger: Pick<FastifyBaseLogger, 'level'>,
  sink: { write(line: string): void },
): LogRequest {
  if (!['trace', 'debug', 'info'].includes(logger.level)) return () => undefined
  const start = `{"level":${infoLevel},"time":`
  const afterTime = `,"pid":${process.pid},"request_id":"`
  return ({ requestId, server, method, path, status, durationMs, clientIp, keyId, accountId }) => {
    const client = clientIp === undefined ? '' : `,"client_ip":"${clientIp}"`
    const key = keyId === undefined ? '' : `,"key":${keyId}`
    const account = accountId === undefined ? '' : `,"account":${accountId}`
    const duration = Math.round(durationMs * 10) / 10
    sink.write(
      `${start}${Date.now()}${afterTime}${requestId}","server":"${server}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"duration_ms":${duration}${client}${key}${account}}\n`,
    )
  }
}
