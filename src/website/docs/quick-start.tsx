import type { ApiFood } from '../../food/source-names.ts'
import { Code } from '../components/code.tsx'
import { CodeSamples } from './code-samples.tsx'
import type { DeploymentInfo } from './deployment-info.ts'

/** The first request of the page, whose response is shown. */
export const firstSearch = { q: 'whole milk', limit: 1 }

/** `response` is this deployment's response to `firstSearch`. */
export function QuickStart({
  apiUrl,
  requestsPerMinute,
  response,
}: DeploymentInfo & { response: ApiFood[] }) {
  return (
    <>
      <h2 id="ask">1. Make your first request</h2>
      <p>You don’t need an API key or an account. Run this in a terminal:</p>
      <Code name="First request" text={`curl '${apiUrl}/search?q=whole+milk&limit=1'`} />
      <p>Response (formatted):</p>
      <Code name="Response" isOutput text={JSON.stringify(response, null, 2)} />
      <ul class="points">
        <li>
          Nutrients are <a href="/docs/portions">per 100 g</a>. <code>null</code> means{' '}
          <a href="/docs/unknown">unknown, never zero</a>.
        </li>
        <li>
          <code>id</code> and <code>barcode</code> are stable: use them with <code>/food/ID</code> or{' '}
          <code>/barcode/CODE</code>.
        </li>
        <li>
          <code>confidence</code> shows <a href="/docs/data-quality">how reliable the data is</a>.
        </li>
        <li>
          If you show the data publicly, <a href="/docs/credit">add a line of attribution</a>.
        </li>
      </ul>
      <p>
        You can also send requests from your browser in the <a href="/docs/playground">playground</a>.
      </p>
      <h2 id="program">2. Call the API from your code</h2>
      <CodeSamples task="search" title="Search foods" apiUrl={apiUrl} />
      <CodeSamples task="barcode" title="Look up a barcode" apiUrl={apiUrl} />
      <h2 id="key">3. Get an API key</h2>
      <p>
        A free API key lets you monitor your usage and requires no credit card.{' '}
        <a href="/sign-up">Create an account</a>, create a key and send it with every request:
      </p>
      <Code
        name="Request with an API key"
        text={`curl -H "Authorization: Bearer $LARDER_KEY" '${apiUrl}/search?q=whole+milk&limit=1'`}
      />
      <p>
        <a href="/docs/keys">More about API keys</a>
      </p>
      <h2 id="limits">4. Rate limits</h2>
      <p>
        Without a key or with a free key you can make {requestsPerMinute.starter} requests per minute from one
        IP address, with Pro {requestsPerMinute.pro} and with Scale {requestsPerMinute.scale}. Requests over
        the limit return <code>429</code>; <code>Retry-After</code> is the number of seconds to wait.{' '}
        <a href="/docs/limits#refused">Handling 429 responses</a>
      </p>
    </>
  )
}
