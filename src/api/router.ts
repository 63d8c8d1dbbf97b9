import { type Route, type Router, readMethods } from './api-request.ts'

const unknownPath = (url: string, kind: Route['kind']): Route => ({
  url,
  kind,
  allow: [],
  operations: [],
})

/** Any path that has no route (rule path-matching). */
const unknownRoute = unknownPath('unknown', 'unknown-path')

/** Named keys get the same answer on all paths below these, so that they cannot find out which of them exist. */
const unknownAccountPaths = ['/auth/*', '/billing/*'].map(url => unknownPath(url, 'unknown-account-path'))

const noParameters = {}
const unknown = { route: unknownRoute, parameters: noParameters }

export function createRouter(routes: readonly Route[]): Router {
  const constant = new Map(routes.map(route => [route.url, { route, parameters: noParameters }]))
  const patterns = routes
    .filter(({ url }) => url.includes(':'))
    .map(route => ({ route, segments: route.url.split('/') }))

  return (path, method) => {
    const match = constant.get(path)
    // A document is there for reading only.
    if (match?.route.kind === 'document' && !readMethods.includes(method)) return unknown
    if (match !== undefined) return match
    const segments = path.split('/')
    for (const { route, segments: pattern } of patterns) {
      if (pattern.length !== segments.length) continue
      const parameters = matchSegments(pattern, segments)
      if (parameters !== undefined) return { route, parameters }
    }
    const below = unknownAccountPaths.find(({ url }) => `${path}/`.startsWith(url.slice(0, -1)))
    return below === undefined ? unknown : { route: below, parameters: noParameters }
  }
}

/** Parameters are never empty: `/food/` is not a path. */
function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (!expected.startsWith(':')) {
      if (segment !== expected) return undefined
    } else {
      if (segment === '') return undefined
      parameters[expected.slice(1)] = segment.includes('%') ? decodeURIComponent(segment) : segment
    }
  }
  return parameters
}
