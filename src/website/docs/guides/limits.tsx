import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const number = new Intl.NumberFormat('en-US')

export function Limits({ apiUrl, requestsPerMinute }: DeploymentInfo) {
  return (
    <>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead
            columns={['Caller', 'Requests a minute', 'Counted by', 'Waits']}
            numeric={['Requests a minute']}
          />
          <tbody>
            <tr>
              <th scope="row">without a key</th>
              <td class="number">30</td>
              <td>address, also 600 an hour</td>
              <td>350 ms a read</td>
            </tr>
            <tr>
              <th scope="row">Starter (free)</th>
              <td class="number">{number.format(requestsPerMinute.starter)}</td>
              <td>address, together with calls without a key</td>
              <td>350 ms a read</td>
            </tr>
            <tr>
              <th scope="row">Pro</th>
              <td class="number">{number.format(requestsPerMinute.pro)}</td>
              <td>account, over all its keys</td>
              <td>no</td>
            </tr>
            <tr>
              <th scope="row">Scale</th>
              <td class="number">{number.format(requestsPerMinute.scale)}</td>
              <td>account, over all its keys</td>
              <td>no</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        These are the usual figures; whoever runs a Larder may set others. What holds is what the headers say.
        Nothing is charged beyond the price of a plan: over the limit, requests are refused, not billed.
      </p>
      <p>
        A window is 60 seconds from your first request in it. A refused request uses nothing up. Answers with{' '}
        <code>404</code>, <code>422</code> and <code>304</code> count; <code>/health</code>, preflights and{' '}
        <code>401</code> do not.
      </p>
      <h2 id="headers">The headers</h2>
      <Code
        name="Headers of an answer with a key"
        isOutput
        text={`X-RateLimit-Limit: 500          requests in the tightest window that applies
X-RateLimit-Remaining: 487      left in it
X-RateLimit-Reset: 1794722460   when it ends, Unix time in seconds`}
      />
      <p>
        They come with every answer to a request with a key, the refused ones too. Without a key there is only{' '}
        <code>Retry-After</code>, on a refusal. Scripts of websites can read all of them (CORS).
      </p>
      <h2 id="refused">Over the limit</h2>
      <Code
        name="A refused request"
        isOutput
        text={`HTTP/1.1 429 Too Many Requests
Retry-After: 12

{"detail":"Rate limit exceeded. Retry in 12 seconds."}`}
      />
      <p>
        <code>Retry-After</code> is in seconds, and waiting that long is enough. So wait exactly that, then
        send the same request again. Guessing (a second, then two, then four) is slower or is refused again.
        With several workers let one of them wait for all.
      </p>
      <CodeSamples task="waiting" about="Ask, and wait when told to" apiUrl={apiUrl} />
      <p>
        <code>503</code> has a <code>Retry-After</code> too: the database is away for a moment. Treat it
        alike.
      </p>
      <h2 id="fewer">Need fewer requests</h2>
      <ul class="points">
        <li>
          Keep what you got: ids and barcodes are stable. Ask again with <code>If-None-Match</code> and the{' '}
          <code>ETag</code> you have; <code>304</code> means that nothing changed.
        </li>
        <li>
          Ask for more at once: <code>/foods/popular</code> gives up to 500 foods, <code>/search</code> up to
          50.
        </li>
        <li>While somebody types, ask when they pause, and drop answers that come late.</li>
        <li>
          For the whole catalog <a href="/docs/self-hosting">run your own</a>: it is made for that.
        </li>
      </ul>
    </>
  )
}
