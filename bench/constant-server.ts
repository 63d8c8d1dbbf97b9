// The baseline of bench/lookup.ts: a minimal Fastify server that sends the same body every time.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const bodyFile = process.argv[2]
if (bodyFile === undefined) {
  process.stderr.write('usage: node bench/constant-server.ts <JSON file to respond with>\n')
  process.exit(2)
}
const body = readFileSync(bodyFile, 'utf8')

const app = Fastify()
app.get('/*', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(body)
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
process.stderr.write(`constant server listening on ${url}\n`)
