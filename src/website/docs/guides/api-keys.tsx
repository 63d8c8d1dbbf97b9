import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { keyVariable, OwnKey } from './own-key.tsx'

export function ApiKeys({ apiUrl }: DeploymentInfo) {
  return (
    <>
      <p>
        You can request food data without an API key. With a key you get your plan’s rate limit, rate-limit
        headers in every response and usage statistics. A free key requires no credit card:{' '}
        <a href="/sign-up">create an account</a>, then create a key under <a href="/account/keys">API keys</a>
        .
      </p>
      <h2 id="send">Authenticate requests</h2>
      <p>Send the key in the Authorization header, never in the URL:</p>
      <Code
        name="Request with an API key"
        language="shell"
        text={`curl -H "Authorization: Bearer ${keyVariable}" \\
  '${apiUrl}/search?q=whole+milk'`}
      />
      <OwnKey />
      <p>
        A request with an invalid, expired or revoked key returns <code>401</code>, with the same message as a
        path that does not exist. It is never treated as an anonymous request, so you notice the problem.
      </p>
      <h2 id="kinds">Key types</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Type', 'Prefix', 'Permissions']} />
          <tbody>
            <tr>
              <th scope="row">Named key, scope read</th>
              <td>
                <code>larder_read_</code>
              </td>
              <td>Read food data; recommended for applications</td>
            </tr>
            <tr>
              <th scope="row">Named key, scope full</th>
              <td>
                <code>larder_full_</code>
              </td>
              <td>Everything a named key can do</td>
            </tr>
            <tr>
              <th scope="row">Account key (one per account)</th>
              <td>
                <code>larder_account_</code>
              </td>
              <td>
                Manage the account through the API: <code>/auth/…</code> and <code>/billing/…</code>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        An account can have up to 50 named keys, for example one each for development, production and CI. They
        share the account’s rate limit. Each key can have an expiry date and its own limit per minute, and can
        be revoked without affecting the others. A revoked key is rejected within a second.
      </p>
      <h2 id="keep">Store keys securely</h2>
      <ul>
        <li>A key is shown only once, when you create it. We store only a hash of it.</li>
        <li>Keep it on your server, in an environment variable or a secret manager, not in source code.</li>
        <li>
          Websites and apps that run on users’ devices cannot keep a secret: call the API without a key, or
          through your own server.
        </li>
      </ul>
      <h2 id="rotate">Rotate keys without downtime</h2>
      <p>
        Rotation gives a named key a new secret. The old secret can remain valid for up to 24 hours while you
        deploy the new one. Rotate keys on the <a href="/account/keys">website</a>, or through the API with
        the account key:
      </p>
      <Code
        name="Rotate a key"
        language="shell"
        text={`curl -X POST -H "Authorization: Bearer $ACCOUNT_KEY" \\
  -d '{"grace_period_seconds": 3600}' \\
  '${apiUrl}/auth/keys/7/rotate'`}
      />
      <p>
        The <a href="/docs/reference/account">API reference</a> lists everything an account key can do.
      </p>
      <h2 id="refused">Errors</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Status', 'Meaning']} />
          <tbody>
            <tr>
              <th scope="row">401</th>
              <td>The key is invalid or not sent as a Bearer token, or the path does not exist</td>
            </tr>
            <tr>
              <th scope="row">403</th>
              <td>
                The key lacks permission: a read key was used to write, or a named key to manage the account
              </td>
            </tr>
            <tr>
              <th scope="row">429</th>
              <td>
                Rate limit exceeded; see <a href="/docs/limits#refused">Handling 429 responses</a>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}
