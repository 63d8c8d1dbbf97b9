import type { NewKey } from '../../../accounts/api-keys/api-keys.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import type { Page } from '../../shell/responses.tsx'

/** Shows the full key; only its hash is stored, so this is the only chance to copy it. */
export function newKeyPage(key: NewKey, title: string): Page {
  return {
    title,
    scripts: ['copy'],
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>
          Copy it now and store it somewhere safe. <strong>You won’t be able to see it again.</strong>
        </p>
        <p>
          <code class="secret" id="new-key">
            {key.key}
          </code>
        </p>
        <p>
          <button type="button" data-copy="new-key" hidden>
            Copy key
          </button>
        </p>
        <p>Send it with every request:</p>
        <pre>
          <code>
            Authorization: Bearer {key.prefix}_…{key.last_four}
          </code>
        </pre>
        {key.previous_secret_expires_at && (
          <p>
            The old secret is valid until <Timestamp at={key.previous_secret_expires_at} />.
          </p>
        )}
        <p>
          <a class="button quiet" href="/account/keys">
            Done
          </a>
        </p>
      </section>
    ),
  }
}
