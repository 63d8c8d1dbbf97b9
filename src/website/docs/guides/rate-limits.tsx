import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const numberFormat = new Intl.NumberFormat('en-US')

export function RateLimits({ apiUrl, examples, requestsPerMinute, freeLimits }: DeploymentInfo) {
  const { anonymousPerMinute, perHour, fairnessDelayMs } = freeLimits
  const freeDelay = fairnessDelayMs > 0 ? `${numberFormat.format(fairnessDelayMs)} ms per read` : 'none'
  return (
    <>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead
            columns={['Plan', 'Requests per minute', 'Counted per', 'Delay']}
            numeric={['Requests per minute']}
          />
          <tbody>
            <tr>
              <th scope="row">No API key</th>
              <td class="num">{numberFormat.format(anonymousPerMinute)}</td>
              <td>IP address (IPv6: /64 network); also {numberFormat.format(perHour)} per hour</td>
              <td>{freeDelay}</td>
            </tr>
            <tr>
              <th scope="row">Starter (free)</th>
              <td class="num">{numberFormat.format(requestsPerMinute.starter)}</td>
              <td>IP address, together with requests without a key</td>
              <td>{freeDelay}</td>
            </tr>
            <tr>
              <th scope="row">Pro</th>
              <td class="num">{numberFormat.format(requestsPerMinute.pro)}</td>
              <td>account, across all keys</td>
              <td>none</td>
            </tr>
            <tr>
              <th scope="row">Scale</th>
              <td class="num">{numberFormat.format(requestsPerMinute.scale)}</td>
              <td>account, across all keys</td>
              <td>none</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        These are the limits of this server; every Larder server sets its own. There are no overage charges:
        requests over the limit are rejected, not billed.
      </p>
      <p>An IPv6 /56 network has four times the limit of an address, and a /48 network 16 times.</p>
      <p>
        A window lasts 60 seconds from its first request. Rejected requests do not count. Responses with{' '}
        <code>404</code>, <code>422</code> and <code>304</code> count; <code>/health</code>, CORS preflights
        and <code>401</code> do not.
      </p>
      <h2 id="headers">Rate-limit headers</h2>
      <Code
        name="Rate-limit headers"
        isOutput
        text={`X-RateLimit-Limit: 500          requests allowed in the tightest window
X-RateLimit-Remaining: 487      requests left in the window
X-RateLimit-Reset: 1794722460   end of the window, Unix time in seconds`}
      />
      <p>
        Every response to a request with a key includes these headers, including rejected requests. Without a
        key, only 429 responses include <code>Retry-After</code>. Browsers can read all of these headers
        (CORS).
      </p>
      <h2 id="refused">Handling 429 responses</h2>
      <Code
        name="Rate-limited response"
        isOutput
        text={`HTTP/1.1 429 Too Many Requests
Retry-After: 12

{"detail":"Rate limit exceeded. Retry in 12 seconds."}`}
      />
      <p>
        Wait for the number of seconds in <code>Retry-After</code>, then send the same request again.
        Exponential backoff is unnecessary: it is either slower or rejected again. If you have several
        workers, pause all of them.
      </p>
      <CodeSamples task="retry" title="Retry after 429" apiUrl={apiUrl} examples={examples} />
      <p>
        <code>503</code> responses also have <code>Retry-After</code>: the service is temporarily unavailable.
        Handle them the same way.
      </p>
      <h2 id="fewer">Reduce the number of requests</h2>
      <ul>
        <li>
          Cache responses: ids and barcodes are stable. Revalidate with <code>If-None-Match</code> and the{' '}
          <code>ETag</code> you received; <code>304</code> means that nothing has changed.
        </li>
        <li>
          Use larger pages: <code>/foods/popular</code> returns up to 500 foods, <code>/search</code> up to
          50.
        </li>
        <li>For search-as-you-type, wait for a pause in typing and discard outdated responses.</li>
        <li>
          If you need the whole catalog, <a href="/docs/self-hosting">host Larder yourself</a>.
        </li>
      </ul>
      <h2 id="website">Limits of this website</h2>
      <p>
        Programs that need data should use the API, not these pages. Crawlers find all pages through the{' '}
        <a href="/sitemap.xml">sitemap</a>. Pages are limited per IP address, and separately from the API:
        each response with <code>429</code> or <code>503</code> says in <code>Retry-After</code> how many
        seconds to wait.
      </p>
    </>
  )
}
