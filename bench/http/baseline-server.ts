// The baseline of the benchmarks of throughput: a minimal Fastify server that sends a body of its file for each path, or
// the body of "*" for any.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [, , contentType = '', bodiesFile = ''] = process.argv
const bodies = new Map<string, string>(JSON.parse(readFileSync(bodiesFile, 'utf8')))
const anyBody = bodies.get('*')

const app = Fastify()
app.get('/*', (request, reply) => {
  const body = anyBody ?? bodies.get(request.url)
  return body === undefined ? reply.code(404).send() : reply.type(contentType).send(body)
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
process.stderr.write(`the baseline server is listening on ${url}\n`)
