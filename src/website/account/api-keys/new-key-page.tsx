import type { NewKey } from '../../../accounts/api-keys/api-keys.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import type { Page } from '../../shell/responses.tsx'

/** The only time that a key is seen. */
export function newKeyPage(key: NewKey, title: string): Page {
  return {
    title,
    scripts: ['copy'],
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>
          Copy it now and keep it where only your program can read it. <strong>It is not shown again</strong>:
          we keep nothing from which it could be told.
        </p>
        <p>
          <code class="secret" id="new-key">
            {key.key}
          </code>
        </p>
        <p>
          <button type="button" data-copy="new-key" hidden>
            Copy the key
          </button>
        </p>
        <p>Send it with each request:</p>
        <pre>
          <code>
            Authorization: Bearer {key.prefix}_…{key.last_four}
          </code>
        </pre>
        {key.previous_secret_expires_at && (
          <p>
            The old secret works until <Timestamp at={key.previous_secret_expires_at} />.
          </p>
        )}
        <p>
          <a class="button quiet" href="/account/keys">
            I have copied it
          </a>
        </p>
      </section>
    ),
  }
}
