// The account itself: name, email, language of mails, data and deletion.

import type { FastifyInstance } from 'fastify'
import { changeLocale, findOwnAccount, type OwnAccount } from '../../../accounts/account-settings.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { Icon } from '../../components/icon.tsx'
import { Day } from '../../components/timestamp.tsx'
import { defaultLocale, isLocale, localeNames, locales } from '../../i18n/locales.ts'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, Select } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { redirect, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { ListCard, Row } from '../security/row-list.tsx'

export const settingsPath = '/account/settings'

export function addSettingsPage(app: FastifyInstance, { database, isMailEnabled }: AccountContext): void {
  app.get(settingsPath, async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply) // deleted after the session was loaded
    return sendPage(request, reply, {
      title: messages[request.locale].settings.title,
      area: 'app',
      content: <Settings account={account} isMailEnabled={isMailEnabled} />,
    })
  })
  app.post(`${settingsPath}/language`, async (request, reply) => {
    const { locale } = readForm(request, 'locale')
    if (isLocale(locale)) await changeLocale(database, sessionOf(request).accountId, locale)
    return redirect(reply, settingsPath, 'language-changed')
  })
}

function Settings({ account, isMailEnabled }: { account: OwnAccount; isMailEnabled: boolean }) {
  const t = useMessages('settings')
  return (
    <>
      <div>
        <h1>{t.title}</h1>
        <p class="muted">{t.lead}</p>
      </div>
      <ListCard title={t.account}>
        {[
          <Row key="name" title={t.username} details={account.name} />,
          <Row
            key="email"
            title={t.email}
            badge={
              account.email &&
              (account.emailIsConfirmed ? (
                <span class="badge badge-ok">{t.confirmed}</span>
              ) : (
                <span class="badge badge-partly">{t.notConfirmed}</span>
              ))
            }
            details={account.email ?? t.noEmail}
            action={
              <a
                class="btn btn-s"
                href="/account/email"
                aria-label={account.email ? t.changeEmail : t.addEmail}
              >
                {account.email ? t.change : t.add}
              </a>
            }
          />,
          <Row key="since" title={t.memberSince} details={<Day at={account.createdAt} />} />,
        ]}
      </ListCard>
      {isMailEnabled && (
        <section class="card stack">
          <div>
            <h2 class="h-s">{t.language.title}</h2>
            <p class="muted">{t.language.lead}</p>
          </div>
          <Form id="language" action={`${settingsPath}/language`} submit={t.language.save}>
            <Select
              name="locale"
              label={t.language.label}
              value={account.locale ?? defaultLocale}
              options={localeNames.map(locale => ({ value: locale, label: locales[locale].name }))}
            />
          </Form>
        </section>
      )}
      <section class="card stack">
        <div>
          <h2 class="h-s">{t.data.title}</h2>
          <p class="muted measure">{t.data.lead}</p>
        </div>
        <a class="btn" href="/account/data">
          <Icon name="download" small />
          {t.data.download}
        </a>
      </section>
      <section class="card stack">
        <div>
          <h2 class="h-s">{t.deletion.title}</h2>
          <p class="muted measure">{t.deletion.lead}</p>
        </div>
        <a class="btn btn-danger" href="/account/delete">
          {t.deletion.link}
        </a>
      </section>
    </>
  )
}
