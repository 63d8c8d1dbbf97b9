import { TableHead } from '../../components/table-head.tsx'
import { GuideCode } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const keys: [string, string][] = [
  ['↓ ↑', 'move through the list; ↓ also opens it'],
  ['Home, End', 'move to the first or last food'],
  ['Enter', 'select the food, or search again after an error'],
  ['Esc', 'close the list; press again to clear the field'],
]

export function ReactSearch({ apiUrl, freeLimits }: DeploymentInfo) {
  return (
    <>
      <p>
        <code>&lt;larder-search&gt;</code> is a search field with a list of matching foods. It waits for a
        pause in typing, cancels outdated requests, works by keyboard and with screen readers, explains errors
        in plain words, and shows the credit that the data license requires. It is a custom element of about 4
        KB without the client, from the package <code>@larder/search-element</code>.
      </p>
      <h2 id="react">Use it in React</h2>
      <p>
        React 19 supports custom elements. Importing <code>@larder/search-element/react</code> registers the
        element and declares the types of its attributes and of its event. The food is in{' '}
        <code>event.detail</code>.
      </p>
      <GuideCode file="search-element/diary.tsx" title="A food diary in React" apiUrl={apiUrl} />
      <ul>
        <li>
          <code>portion</code> keeps unknown values <code>null</code>. The diary counts them separately
          instead of adding 0, hence “at least”.
        </li>
        <li>
          Many foods state a serving (<code>serving_size_g</code>). If it is <code>null</code>, let people
          enter grams.
        </li>
      </ul>
      <h2 id="html">Use it in plain HTML</h2>
      <p>
        Without a bundler, copy <code>dist/standalone.js</code> from the package to your website as{' '}
        <code>larder-search.js</code>. In a form, the value of the field is the id of the selected food.
      </p>
      <GuideCode file="search-element/page.html" title="A page without a bundler" apiUrl={apiUrl} />
      <h2 id="style">Colors and shape</h2>
      <p>
        Set the custom properties <code>--larder-text</code>, <code>--larder-muted</code>,{' '}
        <code>--larder-background</code>, <code>--larder-border</code>, <code>--larder-accent</code>,{' '}
        <code>--larder-active</code>, <code>--larder-error</code> and <code>--larder-radius</code>, or style
        the parts <code>input</code>, <code>popup</code>, <code>option</code>, <code>name</code>,{' '}
        <code>brand</code>, <code>energy</code>, <code>message</code> and <code>credit</code> with{' '}
        <code>::part()</code>. The field is dark where the <code>color-scheme</code> of your page is.
      </p>
      <h2 id="keyboard">Keyboard</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Key', 'Effect']} />
          <tbody>
            {keys.map(([key, effect]) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>{effect}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2 id="key">Keys and limits</h2>
      <ul>
        <li>
          Without a key, each visitor has {freeLimits.anonymousPerMinute} requests per minute, counted per IP
          address. When they are used up, the field says how long to wait and then continues.
        </li>
        <li>
          Visitors can read a key in the attribute <code>api-key</code>. Use a named key with read scope and
          its own rate limit (<a href="/docs/keys">API keys</a>), or let your server forward the requests and
          set <code>api-url</code> to it.
        </li>
        <li>
          If your website has a Content-Security-Policy, add <code>{apiUrl}</code> to <code>connect-src</code>
          .
        </li>
      </ul>
    </>
  )
}
