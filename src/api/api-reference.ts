// /openapi.json and, at /docs, a short page that leads to the reference on the website.
import { hash } from 'node:crypto'
import type { ApiFormat } from '../food/api-food.ts'
import { jsonBody, ResponseBody } from '../platform/http/response-body.ts'
import { type ApiResponse, type Route, readMethods } from './api-request.ts'
import { describeRoutes, namedSchemas, type PublicUrls } from './openapi.ts'

const style =
  ':root{color-scheme:light dark}body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}'

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The OpenAPI document of these routes, and a page. Both are the same for everyone. */
export function documentRoutes(routes: readonly Route[], apiFormat: ApiFormat, urls: PublicUrls): Route[] {
  const description = describeRoutes(routes, namedSchemas(apiFormat), urls)
  const page = new ResponseBody(docsPage(urls), 'text/html; charset=utf-8')
  return [
    documentRoute('/openapi.json', { body: jsonBody(description), headers: [] }),
    documentRoute('/docs', { body: page, headers: ['content-security-policy', contentSecurityPolicy] }),
  ]
}

const documentRoute = (url: string, response: ApiResponse): Route => ({
  url,
  kind: 'document',
  allow: readMethods,
  operations: [{ method: 'GET', prepare: () => () => response }],
})

const docsPage = ({ apiUrl, websiteUrl }: PublicUrls) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Larder API</title>
<style>${style}</style>
</head>
<body>
<h1>Larder API</h1>
<p>Nutrition facts over HTTP and JSON at <code>${apiUrl}</code>. You don’t need an API key to start.</p>
<ul>
<li><a href="${websiteUrl}/docs">Quick start</a></li>
<li><a href="${websiteUrl}/docs/reference">API reference</a>: every endpoint, parameter, field and error</li>
<li><a href="${websiteUrl}/docs/playground">Playground</a>: send requests from your browser</li>
<li><a href="/openapi.json">OpenAPI document</a>, for generators and tools</li>
</ul>
</body>
</html>
`
