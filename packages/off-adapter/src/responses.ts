// The envelopes of Open Food Facts: versions 0 to 2 say status 1 or 0, version 3 says success or failure.
import type { Product } from './product.ts'

export interface AdapterResponse {
  status: number
  headers?: Record<string, string>
  body: Record<string, unknown>
}

const isVersion3 = (version: number): boolean => version >= 3

const localized = (id: string, name: string) => ({ id, name, lc_name: name })

export function productFound(
  version: number,
  requested: string,
  code: string,
  product: Product,
): AdapterResponse {
  if (!isVersion3(version))
    return { status: 200, body: { code, product, status: 1, status_verbose: 'product found' } }
  const warnings = normalizationWarnings(requested, code)
  return {
    status: 200,
    body: {
      code,
      errors: [],
      product,
      result: localized('product_found', 'Product found'),
      status: warnings.length > 0 ? 'success_with_warnings' : 'success',
      warnings,
    },
  }
}

/** Version 0 answers 200, as its oldest clients expect; later versions answer 404. */
export function productNotFound(version: number, requested: string, code: string): AdapterResponse {
  if (!isVersion3(version)) {
    return {
      status: version >= 1 ? 404 : 200,
      body: { code, status: 0, status_verbose: 'product not found' },
    }
  }
  return {
    status: 404,
    body: {
      code,
      errors: [errorOf('product_not_found', '', { id: 'code', value: code })],
      result: localized('product_not_found', 'Product not found'),
      status: 'failure',
      warnings: normalizationWarnings(requested, code),
    },
  }
}

/** All versions before 3 answer 200 to what cannot be a code. */
export function invalidCode(version: number, requested: string, code: string): AdapterResponse {
  if (!isVersion3(version))
    return { status: 200, body: { code, status: 0, status_verbose: 'no code or invalid code' } }
  const notFound = productNotFound(version, requested, code)
  return {
    ...notFound,
    body: {
      ...notFound.body,
      errors: [
        errorOf('invalid_code', 'Invalid code', { id: 'code', value: requested }),
        errorOf('product_not_found', '', { id: 'code', value: code }),
      ],
    },
  }
}

export function failure(
  version: number,
  status: number,
  id: string,
  message: string,
  headers: Record<string, string> = {},
): AdapterResponse {
  const body = isVersion3(version)
    ? {
        errors: [errorOf(id, message)],
        result: localized(id, message),
        status: 'failure',
        warnings: [],
      }
    : { status: 0, status_verbose: message, error: message }
  return { status, headers, body }
}

interface Field {
  id: string
  value: string
}

function errorOf(id: string, message: string, field?: Field) {
  return {
    message: localized(id, message),
    ...(field && { field }),
    impact: localized('failure', 'Failure'),
  }
}

function normalizationWarnings(requested: string, code: string) {
  if (requested === code) return []
  return [
    warning('different_normalized_product_code', 'The code was normalized', { id: 'code', value: code }),
  ]
}

export function warning(id: string, message: string, field: Field) {
  return { message: localized(id, message), field, impact: localized('none', 'None') }
}
