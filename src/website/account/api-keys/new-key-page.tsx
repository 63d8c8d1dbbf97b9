import type { NewKey } from '../../../accounts/api-keys/api-keys.ts'
import { Code } from '../../components/code.tsx'
import { Icon } from '../../components/icon.tsx'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import type { Page } from '../../shell/responses.tsx'

/** Shows the full key; only its hash is stored, so this is the only chance to copy it. */
export function newKeyPage(key: NewKey, title: string, apiUrl: string): Page {
  return {
    title,
    area: 'app',
    content: <NewKeyContent of={key} title={title} apiUrl={apiUrl} />,
  }
}

function NewKeyContent({ of: key, title, apiUrl }: { of: NewKey; title: string; apiUrl: string }) {
  const t = useMessages('account')
  const format = useFormat()
  const { previous_secret_expires_at: oldKeyExpiresAt } = key
  // The account key is for the account routes.
  const path = key.kind === 'account' ? '/auth/account' : '/search?q=whole+milk&limit=3'
  return (
    <section class="form-page stack">
      <h1>{title}</h1>
      <div class="note note-partly">
        <Icon name="triangle-alert" />
        <p>
          <b>{t.copyNow}</b>
        </p>
      </div>
      <div class="secret">
        <code id="new-key">{key.key}</code>
        <button class="btn btn-primary" type="button" data-copy="new-key" hidden>
          <Icon name="copy" small />
          {t.copyKey}
        </button>
      </div>
      {oldKeyExpiresAt && <p>{t.oldKeyUntil({ until: format.dateTime(oldKeyExpiresAt) })}</p>}
      <h2 class="h-s">{t.tryIt}</h2>
      <Code name={t.terminal} text={`curl "${apiUrl}${path}" \\\n  -H "Authorization: Bearer ${key.key}"`} />
      <p>
        <a class="btn" href="/account/keys">
          {t.done}
        </a>
      </p>
    </section>
  )
}
