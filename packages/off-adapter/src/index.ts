export { type AdapterOptions, createAdapter } from './server.ts'
