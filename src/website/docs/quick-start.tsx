import { catalogCredit } from '../../food/sources.ts'
import { classes } from '../../quality/confidence/classes.ts'
import { Code } from '../components/code.tsx'
import { CodeTabs } from '../components/code-tabs.tsx'
import { Icon } from '../components/icon.tsx'
import { requestSamples } from '../components/request-samples.ts'
import { CodeSamples, QuickStartSamples } from './code-samples.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import { keyVariable, OwnKey } from './guides/own-key.tsx'

const numberFormat = new Intl.NumberFormat('en-US')

export function QuickStart({ apiUrl, requestsPerMinute, examples }: DeploymentInfo) {
  const { food, barcode, query } = examples
  const searchUrl = `${apiUrl}/search?${new URLSearchParams({ q: query, limit: '5' })}`
  return (
    <>
      <h2 id="first-request">1. Make your first request</h2>
      <p>
        Paste this into a terminal. It asks for the food with the barcode {barcode}, which is “{food.name}”
        {food.brand && ` by ${food.brand}`}.
      </p>
      <CodeTabs
        id="first"
        name="First request"
        tabs={requestSamples(`${apiUrl}/barcode/${encodeURIComponent(barcode)}`)}
      />
      <p>You get one flat JSON object, here formatted:</p>
      <Code name="200 OK · application/json" language="json" isOutput text={JSON.stringify(food, null, 2)} />
      <p>
        You can also send requests from your browser in the <a href="/docs/playground">playground</a>.
      </p>
      <h2 id="response">2. Read the response</h2>
      <ul>
        <li>
          <b>Values are per 100 g.</b> For a portion, multiply by its grams and divide by 100.{' '}
          <a href="/docs/portions">Portions and servings</a>
        </li>
        <li>
          <b>
            <code>null</code> means unknown.
          </b>{' '}
          Show “not stated”, never 0. <a href="/docs/unknown">Missing values</a>
        </li>
        <li>
          <b>
            <code>confidence</code>
          </b>{' '}
          runs from 0 to 1. From {classes.complete.floor} on, the data is complete and checked.{' '}
          <a href="/docs/data-quality">Data quality</a>
        </li>
        <li>
          <b>
            <code>id</code> and <code>barcode</code> are stable.
          </b>{' '}
          Store them, and ask again with <a href="/docs/reference/food">/food/{'{food_id}'}</a> or{' '}
          <a href="/docs/reference/barcode">/barcode/{'{code}'}</a>.
        </li>
      </ul>
      <h2 id="search">3. Search by name</h2>
      <p>Typos are fine, and the best match comes first.</p>
      <CodeSamples task="search" title="Search foods" apiUrl={apiUrl} examples={examples} />
      <p>
        <a href="/docs/search-foods">How search works</a>
      </p>
      <h2 id="clients">4. Use a client library</h2>
      <p>
        The clients for TypeScript (<code>@larder/client</code>) and Python (<code>larder-client</code>)
        return typed foods, retry calls that fail for a moment, and calculate portions that keep unknown
        values unknown. For web pages there is a <a href="/docs/react">search field</a>.
      </p>
      <QuickStartSamples title="From a search to a portion" apiUrl={apiUrl} />
      <h2 id="key">5. Use an API key</h2>
      <p>
        A free key shows you how many requests your app makes. <a href="/sign-up">Create an account</a>, then
        send your key with every request:
      </p>
      <Code
        name="Request with an API key"
        language="shell"
        text={`curl -H "Authorization: Bearer ${keyVariable}" \\\n  '${searchUrl}'`}
      />
      <OwnKey />
      <div class="note">
        <Icon name="info" />
        <p>
          Keep keys on your server. For a website or an app, call Larder without a key or through your own
          backend. <a href="/docs/keys">More about API keys</a>
        </p>
      </div>
      <p>
        Without a key or with a free key, you can make {numberFormat.format(requestsPerMinute.starter)}{' '}
        requests per minute from one IP address; with Pro {numberFormat.format(requestsPerMinute.pro)}, and
        with Scale {numberFormat.format(requestsPerMinute.scale)}. Requests over the limit return{' '}
        <code>429</code>. <a href="/docs/limits">Rate limits</a>
      </p>
      <h2 id="credit">6. Credit the source</h2>
      <p>
        Wherever you show the data, add one line: <i>Data: {catalogCredit.text}</i>.{' '}
        <a href="/docs/attribution">Wording and placement</a>
      </p>
    </>
  )
}
