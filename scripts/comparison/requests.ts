// The requests, made from a catalog that both programs have loaded.
import { globSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface Food {
  id: string
  barcode: string | null
  category: string | null
}

// A line and headers, divided by bars. `{a,b}` stands for both, and ~ for a comma. KEY.name is a key of the program that is asked,
// ETAG that of its last response.
const requests = `
GET /foods/popular?limit={1,7,50,100,500}&offset={0,3,99,250,100000}
GET /{,food/,nothing,v1/search,meals,suggest,health,changes,openapi.json,foods/popular,foods/categories,food/1/details/x,food/999999999/details}
GET /search?q=milk&category=Milk&sort={-,}{protein_g,calories_kcal,x}
GET /search?q=bread&source={off,usda,ai_estimate,none}&limit=50
GET /search?q=cheese&{protein_g_min=10,fat_g_max=3,has_image=true,exclude_allergens=milk,diet=vegan}
GET /changes?since={2020-01-01T00:00:00Z,2020-01-01,never,}&limit={1,3,500,0}
GET /foods/batch?ids={,1,1~x,1~1,1~2~3,999999999}
GET {/search?q=milk,/food/1,/meals?q=2+eggs,/nothing,/health,/billing/{plans,subscription},/auth/{account,keys,sessions}}|Authorization: {Bearer {KEY.{account,starter,read,full,expired,revoked},,larder_x,KEY.read x},Basic KEY.read,bearer KEY.read}
{POST,PUT,PATCH,DELETE,OPTIONS,TRACE,QUERY,BREW} /{search?q=milk,food/1,health,nothing,auth/keys,openapi.json}|{X: y,Origin: https://app.test|Access-Control-Request-Method: GET,Authorization: Bearer KEY.{read,full}}
GET /{food/1,search?q=milk,foods/categories,openapi.json,food/999999999}|{Range: bytes=0-9,Accept-Encoding: deflate,If-None-Match: {ETAG,W/"other"~ ETAG,*,"other"}}`

// What an HTTP library would normalise. A bar ends a line.
const bytes = `
GET {/%66ood/1,http://api.test/food/1,https://other.test/food/1,//search?q=milk,/food/1%2F2,/food//1,/food/1/,/food/./1,/food/../food/1,/food/1?} HTTP/1.1|Host: api.test|Connection: close||
GET {/food/1#x,/FOOD/1,*,food/1,/food/%31,/food/1;a,/search?q=a%00b,/food/\xe9} HTTP/1.1|Host: api.test|Connection: close||
GET /food/1 HTTP/1.1|{,Host:|,Host: a b|,Host : a|,Host: a|Host: b|}Connection: close||
GET /food/1 HTTP/1.1|Host: a|Expect: {100-continue,something}|Connection: close||
GET /food/1 HTTP/1.1|Host: a|{Content-Length: {4,x},Transfer-Encoding: chunked,Content-Length: 4|Transfer-Encoding: chunked}|Connection: close||4|body|0||
GET /food/1{, HTTP/1.0, HTTP/2.0, HTTP/1.0|Connection: keep-alive}|{,Host: a|}|
GET /food/1 HTTP/1.1|Host: a||GET /search?q=milk HTTP/1.1|Host: a||GET /nothing HTTP/1.1|Host: a|Connection: close||
{,x}||
GET /search?q=LONG HTTP/1.1|Host: a|Connection: close||
GET /food/1 HTTP/1.1|Host: a|X-Long: LONG|Connection: close||`

/** As bytes; those of the key with a cap come first, so that they fall into one window. */
export function makeRequests(foods: Food[]): string[] {
  const queries = [...new Set(read('lab/catalogs/people*.tsv').map(line => line.split('\t')[1] ?? ''))]
  const sentences: { sentence: string }[] = parse(readFileSync('bench/meals.yaml', 'utf8'))
  const ids = every(foods, 1000).map(({ id }) => id)
  const categories = [...new Set(foods.map(({ category }) => category ?? 'none'))].slice(0, 30)
  const paths = [
    ...read('test/contract/**/validation-vectors.jsonl').map(line => JSON.parse(line).request),
    ...queries.map(query => `/search?q=${encodeURIComponent(query)}`),
    ...every(queries, 250).map((query, n) => `/suggest?q=${encodeURIComponent(query.slice(0, 3 + (n % 4)))}`),
    ...sentences.map(({ sentence }) => `/meals?q=${encodeURIComponent(sentence)}`),
    ...ids.map(id => `/food/${id}`),
    ...every(ids, 300).map(id => `/food/${id}/details`),
    ...every(ids, 100).map((id, n) => `/foods/batch?ids=${[id, ...ids.slice(n, 2 * n)]}`),
    ...categories.map(
      (name, n) => `/foods/popular?has_image=${n % 2 === 0}&category=${encodeURIComponent(name)}`,
    ),
    ...every(foods, 150).flatMap(({ barcode }) => (barcode ? formsOf(barcode) : [])),
  ]
  const headers = ['Accept-Encoding: gzip', 'Accept-Encoding: br', 'Authorization: Bearer KEY.read']
  return [
    ...Array.from({ length: 4 }, () => request('GET /food/2|Authorization: Bearer KEY.capped')),
    ...paths.map((path, n) =>
      request(`${n % 11 === 0 ? 'HEAD' : 'GET'} ${path}|${headers[n % 8] ?? 'X: y'}`),
    ),
    ...expandLines(requests).map(request),
    ...expandLines(bytes).map(sent => sent.replaceAll('|', '\r\n').replace('LONG', 'x'.repeat(20_000))),
  ]
}

function request(written: string): string {
  const [line, ...headers] = written.split('|')
  return [`${line} HTTP/1.1`, 'Host: api.test', ...headers, 'Connection: close', '', ''].join('\r\n')
}

const read = (pattern: string) =>
  globSync(pattern).flatMap(file => readFileSync(file, 'utf8').trim().split('\n'))

/** Evenly spread, at most `count`. */
export const every = <T>(items: T[], count: number): T[] =>
  items.filter((_, n) => n % Math.ceil(items.length / count) === 0)

function formsOf(code: string): string[] {
  const [start, end, short] = [code.slice(0, 6), code.slice(6), code.replace(/^0+/, '')]
  const spelled = [`${start}-${end}`, `%20${start}%20${end}`, `${code}1`, `${short}x`, start + end.slice(1)]
  return [code, short, `0${code}`, code.padStart(14, '0'), ...spelled].map(form => `/barcode/${form}`)
}

const expandLines = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .flatMap(expand)
    .map(line => line.replaceAll('~', ','))

/** Like the braces of a shell. */
function expand(pattern: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (whole === undefined || choices === undefined) return [pattern]
  return choices.split(',').flatMap(choice => expand(pattern.replace(whole, () => choice)))
}
