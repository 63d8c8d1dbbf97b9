import type { ComponentChildren } from 'preact'
import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { type ApiDescription, jsonExampleOf } from '../openapi.ts'

/** What to do about each error of openapi.json, by status and, where a status has several causes, by message. */
const advice: Record<string, ComponentChildren> = {
  400: 'The signature of the webhook is missing, wrong or too old. Only the payment provider sends webhooks.',
  401: (
    <>
      Check the path first: an unknown path returns the same message. Then check that the key is complete, not
      expired and not revoked, and that it is sent as <code>Authorization: Bearer KEY</code>. Food data needs
      no key at all.
    </>
  ),
  403: (
    <>
      Paths under <code>/auth</code> and <code>/billing</code> need the account key, which starts with{' '}
      <code>larder_account_</code>. Named keys cannot manage the account.
    </>
  ),
  'Barcode not found': (
    <>
      The product is not in the catalog. Offer your users a search by name instead.{' '}
      <a href="/docs/barcodes#unknown">Unknown barcodes</a>
    </>
  ),
  'Food not found': 'No food has this id. Ids never change, so check where yours comes from.',
  'Key not found': 'The account has no key with this id. List the keys with GET /auth/keys.',
  'Session not found': 'The session has ended or belongs to another account.',
  405: (
    <>
      Use one of the methods in the <code>Allow</code> header.
    </>
  ),
  409: 'The request conflicts with the state of the account. The message says what to change.',
  410: (
    <>
      Your copy is too old to be brought up to date. Load all foods again, for example from a pack, and send
      its <code>catalog_version</code> as <code>since</code>.
    </>
  ),
  413: 'Send a smaller body. No request of this API needs more than a few hundred bytes.',
  422: (
    <>
      Correct the parameters that the list names. <a href="#validation">Validation errors</a>
    </>
  ),
  429: (
    <>
      Wait for the seconds in <code>Retry-After</code>, then send the same request again.{' '}
      <a href="#rate-limits">Rate limits</a>
    </>
  ),
  503: (
    <>
      The service is busy or restarting. Wait for the seconds in <code>Retry-After</code> and try again.
    </>
  ),
}

/** Errors that every path can return and openapi.json therefore omits. */
const otherErrors: [status: number, detail: string, advice: ComponentChildren][] = [
  [
    400,
    'The address holds characters that HTTP does not allow. Percent-encode them: %20 for a space, %C3%A9 for é.',
    <>
      Encode query parameters with your language’s URL library, such as <code>URLSearchParams</code>.
    </>,
  ],
  [
    403,
    'This API key is read-only. Use a full-access key for this request.',
    'Only GET and HEAD are allowed with a key of scope read.',
  ],
  [408, 'Request Timeout', 'The request did not arrive completely in time. Send it again.'],
  [431, 'Request Header Fields Too Large', 'Send fewer or shorter headers.'],
  [500, 'Internal Server Error', 'A fault of ours. Report it with the X-Request-Id header of the response.'],
  [
    503,
    'The database did not answer in time. Retry in 1 seconds.',
    'The request took too long. Try again after a second.',
  ],
  [
    503,
    'The database cannot be reached. Retry in 1 seconds.',
    'The catalog is briefly unavailable. Try again after a second.',
  ],
]

interface ErrorRow {
  status: string
  /** Undefined: a list of validation errors. */
  detail: string | undefined
}

/** Each message once, in the order of the status. */
function documentedErrors({ groups }: ApiDescription): ErrorRow[] {
  const rows = new Map<string, ErrorRow>()
  for (const { responses } of groups.flatMap(({ endpoints }) => endpoints)) {
    for (const [status, response] of Object.entries(responses)) {
      const { detail } = (jsonExampleOf(response) ?? {}) as { detail?: unknown }
      if (Number(status) < 400 || detail === undefined) continue
      const text = typeof detail === 'string' ? detail : undefined
      rows.set(`${status} ${text}`, { status, detail: text })
    }
  }
  return [...rows.values()]
}

function allErrors(api: ApiDescription): (ErrorRow & { advice: ComponentChildren })[] {
  return [
    ...documentedErrors(api).map(row => ({ ...row, advice: advice[row.detail ?? ''] ?? advice[row.status] })),
    ...otherErrors.map(([status, detail, text]) => ({ status: String(status), detail, advice: text })),
  ].sort((a, b) => Number(a.status) - Number(b.status))
}

function validationExample({ groups }: ApiDescription): unknown {
  const search = groups.flatMap(({ endpoints }) => endpoints).find(({ path }) => path === '/search')
  return jsonExampleOf(search?.responses['422'])
}

const validationTypes: [type: string, msg: string][] = [
  ['missing', 'Field required'],
  ['string_too_short', 'String should have at least 2 characters'],
  ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
  ['less_than_equal', 'Input should be less than or equal to 50'],
  ['greater_than_equal', 'Input should be greater than or equal to 1'],
  ['bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
  ['literal_error', 'Input should be …, with the values that are allowed'],
  ['json_invalid', 'JSON decode error'],
  ['extra_forbidden', 'Extra inputs are not permitted'],
]

export function Errors({ api }: DeploymentInfo) {
  return (
    <>
      <p>
        Every error is a JSON object with the member <code>detail</code>: a message, or for <code>422</code> a
        list of invalid parameters. Decide by the status and show the message to developers, not to your
        users; messages may be reworded. Every response has an <code>X-Request-Id</code>, which identifies it
        in our logs.
      </p>
      <Code name="An error" language="json" isOutput text={'{ "detail": "Barcode not found" }'} />
      <h2 id="statuses">All errors</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table errors">
          <TableHead columns={['Status', 'Message and what to do']} />
          <tbody>
            {allErrors(api).map(({ status, detail, advice: text }) => (
              <tr key={`${status} ${detail}`}>
                <th scope="row">
                  <StatusBadge status={status} />
                </th>
                <td>
                  <p class="detail">{detail ?? 'A list of invalid parameters'}</p>
                  <p class="muted">{text}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        A search without matches is not an error: it returns <code>200</code> and an empty list.
      </p>
      <h2 id="validation">Validation errors (422)</h2>
      <p>
        <code>detail</code> is a list with one entry for each invalid parameter. <code>loc</code> says where
        the value is (<code>query</code>, <code>path</code> or <code>body</code>, then its name),{' '}
        <code>type</code> is stable and meant for programs, <code>msg</code> is for people, and{' '}
        <code>input</code> is what you sent.
      </p>
      <Code
        name="422 Unprocessable Entity"
        language="json"
        isOutput
        text={JSON.stringify(validationExample(api), null, 2)}
      />
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['type', 'msg']} />
          <tbody>
            {validationTypes.map(([type, msg]) => (
              <tr key={type}>
                <th scope="row">
                  <code>{type}</code>
                </th>
                <td>{msg}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>Unknown query parameters are ignored; unknown members of a body are rejected.</p>
      <h2 id="rate-limits">Rate limits (429)</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Header', 'Meaning']} />
          <tbody>
            {['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map(name => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{api.headers[name]?.description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href="/docs/limits#refused">Handling 429 responses in code</a>
      </p>
      <h2 id="server-errors">Server errors (5xx)</h2>
      <p>
        Repeat the request after <code>Retry-After</code>, or after a second if the header is missing. All
        reads are safe to repeat.
      </p>
    </>
  )
}

export function StatusBadge({ status }: { status: string }) {
  const kind = status.startsWith('2') ? 'badge badge-ok' : status === '429' ? 'badge badge-partly' : 'badge'
  return <span class={kind}>{status}</span>
}
