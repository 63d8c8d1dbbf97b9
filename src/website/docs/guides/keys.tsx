import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

export function Keys({ apiUrl }: DeploymentInfo) {
  return (
    <>
      <p>
        Every request for foods works without a key. With one you get the limits of your plan, see what is
        left in every answer, and see on the website what your programs do. A free key needs no payment card:{' '}
        <a href="/sign-up">sign up</a>, then make one under <a href="/account/keys">Keys</a>.
      </p>
      <h2 id="send">Send it</h2>
      <p>In the header of each request, never in the address:</p>
      <Code
        name="A request with a key"
        text={`curl -H "Authorization: Bearer $LARDER_KEY" '${apiUrl}/search?q=whole+milk'`}
      />
      <p>
        A key that is wrong, expired or revoked is answered <code>401</code>, with the same text as a path
        that does not exist. It is never taken for a request without a key, so you notice.
      </p>
      <h2 id="kinds">Kinds</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Key', 'Begins with', 'May']} />
          <tbody>
            <tr>
              <th scope="row">named, scope read</th>
              <td>
                <code>larder_read_</code>
              </td>
              <td>read foods. The right one for programs</td>
            </tr>
            <tr>
              <th scope="row">named, scope full</th>
              <td>
                <code>larder_full_</code>
              </td>
              <td>do everything a named key can do</td>
            </tr>
            <tr>
              <th scope="row">account key, one</th>
              <td>
                <code>larder_account_</code>
              </td>
              <td>
                manage the account by program: <code>/auth/…</code> and <code>/billing/…</code>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        An account has up to 50 named keys: one each for development, production and CI. They share the limit
        of the account. Each may have a last day and a cap of its own a minute, and is revoked without
        touching the others. A revoked key is refused everywhere within a second.
      </p>
      <h2 id="keep">Keep it</h2>
      <ul class="points">
        <li>A key is shown once, when it is made. We keep nothing from which it could be told.</li>
        <li>
          Keep it on your server, in an environment variable or a store for secrets, not in the program.
        </li>
        <li>
          What runs on the devices of others, a website or an app, cannot keep a secret: call without a key
          there, or through a server of yours.
        </li>
      </ul>
      <h2 id="rotate">Change it without a gap</h2>
      <p>
        Rotating gives a named key a new secret. The old one may live on for up to 24 hours, so that you can
        change it everywhere first. On the <a href="/account/keys">website</a>, or by program with the account
        key:
      </p>
      <Code
        name="Rotating a key"
        text={`curl -X POST -H "Authorization: Bearer $ACCOUNT_KEY" \\
  -d '{"grace_period_seconds": 3600}' \\
  '${apiUrl}/auth/keys/7/rotate'`}
      />
      <p>
        The <a href="/docs/reference#account">reference</a> lists all that an account key can do.
      </p>
      <h2 id="refused">When it is refused</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Status', 'Means']} />
          <tbody>
            <tr>
              <th scope="row">401</th>
              <td>no such key, not sent as Bearer, or the path is wrong</td>
            </tr>
            <tr>
              <th scope="row">403</th>
              <td>a read key was used for something other than reading, or a named key for the account</td>
            </tr>
            <tr>
              <th scope="row">429</th>
              <td>
                the limit is used up: <a href="/docs/limits">wait</a>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}
