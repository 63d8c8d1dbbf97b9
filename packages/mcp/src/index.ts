export { type HttpOptions, type RunningHttpServer, startHttpServer } from './http.ts'
export { createServerFactory, type LarderMcpOptions } from './server.ts'
