// Which path is answered how. Everything that changes data is refused: Larder's catalog comes from imports.
import { LarderError } from '@larder/client'
import { codeOf, isValidCode, normalizeCode } from './codes.ts'
import { selectFields } from './fields.ts'
import type { LarderConnection } from './larder.ts'
import { toProduct } from './product.ts'
import { type AdapterResponse, failure, invalidCode, productFound, productNotFound } from './responses.ts'
import { answerSearch, foodByCode } from './search.ts'

export interface AdapterRequest {
  method: string
  path: string
  /** Of the query string, and of the form for a search by POST. */
  parameters: URLSearchParams
}

type Route =
  | { kind: 'product'; version: number; code: string }
  | { kind: 'search'; version: number; pageSize: number }
  | { kind: 'health' }
  | { kind: 'write'; version: number }
  | { kind: 'unknown'; version: number }

// openfoodfacts-dart ends the path with a slash and asks for versions such as 3.2.
const productPath = /^\/api\/v(\d+(?:\.\d+)?)\/products?\/([^/]*?)(?:\.json)?\/?$/
const searchPath = /^\/api\/v(\d+(?:\.\d+)?)\/search(?:\.json)?\/?$/
const writePath =
  /^\/cgi\/(?:session|auth|user|reset_password|product|product_jqm2?|product_jqm_multilingual|product_image_\w+)\.pl$|^\/api\/v[\d.]+\/product\/[^/]+\/images/

export function findRoute(path: string): Route {
  const [, productVersion, code] = productPath.exec(path) ?? []
  if (productVersion !== undefined && code !== undefined)
    return { kind: 'product', version: Number(productVersion), code: decoded(code) }
  const searchVersion = searchPath.exec(path)?.[1]
  if (searchVersion !== undefined) return { kind: 'search', version: Number(searchVersion), pageSize: 20 }
  if (path === '/cgi/search.pl') return { kind: 'search', version: 0, pageSize: 50 }
  if (path === '/health') return { kind: 'health' }
  const version = Number(/^\/api\/v(\d+(?:\.\d+)?)\//.exec(path)?.[1] ?? 0)
  return { kind: writePath.test(path) ? 'write' : 'unknown', version }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** openfoodfacts-dart searches by POST. */
export function allowedMethods(route: Route): string[] {
  if (route.kind === 'write') return ['OPTIONS']
  return route.kind === 'search' ? ['GET', 'HEAD', 'OPTIONS', 'POST'] : ['GET', 'HEAD', 'OPTIONS']
}

export async function answer(request: AdapterRequest, larder: LarderConnection): Promise<AdapterResponse> {
  const route = findRoute(request.path)
  const version = 'version' in route ? route.version : 0
  if (route.kind === 'unknown' && (request.method === 'GET' || request.method === 'HEAD'))
    return failure(version, 404, 'not_supported', `${request.path} is not supported by this server`)
  const allowed = allowedMethods(route)
  if (!allowed.includes(request.method)) {
    const message = 'This server is read-only. Send changes to https://world.openfoodfacts.org'
    return failure(version, 405, 'read_only', message, { allow: allowed.join(', ') })
  }
  try {
    if (route.kind === 'product') return await answerProduct(route, request.parameters, larder)
    if (route.kind === 'search') return await answerSearch(request.parameters, route, larder)
    return { status: 200, body: { ...(await larder.client.health({ signal: larder.signal })) } }
  } catch (error) {
    return toFailure(error, version, larder)
  }
}

async function answerProduct(
  { code: requested, version }: { code: string; version: number },
  parameters: URLSearchParams,
  { client, signal }: LarderConnection,
): Promise<AdapterResponse> {
  const code = normalizeCode(requested)
  if (!isValidCode(code)) return invalidCode(version, requested, code)
  const food = await foodByCode(requested, client, signal)
  if (food === null) return productNotFound(version, requested, code)
  const product = selectFields(toProduct(food, version), parameters.get('fields') ?? '')
  return productFound(version, requested, codeOf(food), product)
}

/** Limits, overload and rejected keys are passed on as they are; anything else is a fault between here and Larder. */
function toFailure(error: unknown, version: number, { signal }: LarderConnection): AdapterResponse {
  if (signal.aborted || (error instanceof LarderError && error.code === 'timeout'))
    return failure(version, 504, 'gateway_timeout', 'Larder did not answer in time')
  if (error instanceof LarderError && error.status > 0) {
    const { status, detail, retryAfter } = error
    const message = typeof detail === 'string' ? detail : error.message
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }
    if (status === 429) return failure(version, 429, 'too_many_requests', message, headers)
    if (status === 503) return failure(version, 503, 'service_unavailable', message, headers)
    if (status === 401 || status === 403) return failure(version, status, 'key_rejected', message)
    if (status === 422) return failure(version, 400, 'invalid_parameters', message)
    return failure(version, 502, 'bad_gateway', `Larder answered ${status}`)
  }
  return failure(version, 502, 'bad_gateway', 'Larder cannot be reached')
}
