import { CopyButton } from '../../components/code.tsx'
import { Icon } from '../../components/icon.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { messages } from '../../messages/compiled/index.ts'
import type { Page } from '../../shell/responses.tsx'
import { AccountForm } from '../account-form.tsx'
import { accessReviewPath } from './access-review-page.tsx'

/** Shows the codes; only their hashes are stored, so this is the only chance to save them. */
export function recoveryCodesPage(locale: Locale, codes: string[]): Page {
  const t = messages[locale].security.recoveryPage
  return {
    title: t.title,
    area: 'app',
    content: (
      <AccountForm title={t.title} lead={t.lead}>
        <div class="note note-partly">
          <Icon name="triangle-alert" />
          <p>{t.warning}</p>
        </div>
        <div class="code">
          <div class="code-bar">
            <span class="title">{t.codes}</span>
            <CopyButton name={t.codes} />
          </div>
          <pre tabindex={0}>
            <code class="recovery-codes">{codes.join('\n')}</code>
          </pre>
        </div>
        <a class="btn btn-primary" href={accessReviewPath}>
          {t.saved}
        </a>
      </AccountForm>
    ),
  }
}
