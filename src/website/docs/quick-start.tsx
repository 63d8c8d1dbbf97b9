import type { Food } from '../../food/food.ts'
import { Code } from '../components/code.tsx'
import { CodeSamples } from './code-samples.tsx'
import type { DeploymentInfo } from './deployment-info.ts'

/** What the first request of the page asks, so that its answer can be shown. */
export const firstSearch = { q: 'whole milk', limit: 1 }

/** `answer`: what the catalog of this service answers to it. */
export function QuickStart({ apiUrl, requestsPerMinute, answer }: DeploymentInfo & { answer: Food[] }) {
  return (
    <>
      <h2 id="ask">1. Ask</h2>
      <p>No key, no account. Paste this into a terminal:</p>
      <Code name="The first request" text={`curl '${apiUrl}/search?q=whole+milk&limit=1'`} />
      <p>The answer, in more lines than it comes in:</p>
      <Code name="Its answer" isOutput text={JSON.stringify(answer, null, 2)} />
      <ul class="points">
        <li>
          Nutrients are <a href="/docs/portions">per 100 g</a>. <code>null</code> is{' '}
          <a href="/docs/unknown">unknown, never zero</a>.
        </li>
        <li>
          <code>id</code> and <code>barcode</code> stay: ask again with <code>/food/ID</code> or{' '}
          <code>/barcode/CODE</code>.
        </li>
        <li>
          <code>confidence</code> says <a href="/docs/data-quality">how far the numbers can be trusted</a>.
        </li>
        <li>
          Where you show the data, <a href="/docs/credit">show where it is from</a>: one line.
        </li>
      </ul>
      <p>
        Rather click than type? The <a href="/docs/playground">playground</a> sends the same requests.
      </p>
      <h2 id="program">2. From your program</h2>
      <CodeSamples task="search" about="Search foods" apiUrl={apiUrl} />
      <CodeSamples task="barcode" about="Look up a barcode" apiUrl={apiUrl} />
      <h2 id="key">3. With a key</h2>
      <p>
        A free key shows you what your program uses, and needs no payment card. <a href="/sign-up">Sign up</a>
        , make a key, and send it:
      </p>
      <Code
        name="The same with a key"
        text={`curl -H "Authorization: Bearer $LARDER_KEY" '${apiUrl}/search?q=whole+milk&limit=1'`}
      />
      <p>
        <a href="/docs/keys">More about keys</a>
      </p>
      <h2 id="limits">4. Within the limits</h2>
      <p>
        Without a key, or with a free one, you have {requestsPerMinute.starter} requests a minute and address;
        on Pro {requestsPerMinute.pro}, on Scale {requestsPerMinute.scale}. Over the limit the answer is{' '}
        <code>429</code>, and <code>Retry-After</code> says how many seconds to wait.{' '}
        <a href="/docs/limits">How to wait right</a>
      </p>
    </>
  )
}
