// The mails to the owner of an account, in the language of the account.

import type { Actor } from '../../accounts/audit-log.ts'
import type { MailToWrite, WriteMail } from '../../accounts/email/compose-mail.ts'
import { type Plan, planTable } from '../../accounts/plans.ts'
import { browserName } from '../../accounts/sign-in/browser-name.ts'
import { formats } from '../i18n/format.ts'
import { defaultLocale, isLocale, type Locale, pathIn } from '../i18n/locales.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { layOutMail, type MailContent } from './mail-layout.ts'

/** Links lead to the pages in the language of the mail. */
export function createMailWriter(websiteUrl: string): WriteMail {
  return mail => {
    const locale = mail.locale !== null && isLocale(mail.locale) ? mail.locale : defaultLocale
    const urlOf = (path: string) => (websiteUrl + pathIn(locale, path)).replace(/\/$/, '')
    return layOutMail(contentOf(mail, locale, urlOf), {
      to: mail.to,
      accountName: mail.accountName,
      locale,
      docsUrl: urlOf('/docs'),
    })
  }
}

function contentOf(mail: MailToWrite, locale: Locale, urlOf: (path: string) => string): MailContent {
  const t = messages[locale].mails
  const { dateTime, number, percent } = formats[locale]
  const { accountName, content } = mail

  /** Something that happened: what, when, by whom and from where. */
  const event = (
    { subject, heading, intro }: { subject: string; heading: string; intro: string },
    by: Actor,
    more: Omit<MailContent, 'subject' | 'heading' | 'intro'> = notYou(),
    facts: [label: string, value: string][] = [],
  ): MailContent => ({
    subject,
    heading,
    intro,
    facts: [[t.facts.account, accountName], [t.facts.time, dateTime(mail.at)], ...originOf(by), ...facts],
    ...more,
  })
  const notYou = (): Omit<MailContent, 'subject' | 'heading' | 'intro'> => ({
    button: { label: t.choosePassword, url: urlOf('/forgot-password'), validity: t.notYou },
    notes: [{ text: t.thenReview, url: urlOf('/account/security/review') }],
  })
  const originOf = ({ actor, ipAddress }: Actor): [label: string, value: string][] => {
    const name = actor === 'account key' || actor === 'operator' ? t.actors[actor] : undefined
    return [
      ...(name === undefined ? [] : [[t.facts.by, name] as [string, string]]),
      ...(ipAddress === null ? [] : [[t.facts.ipAddress, ipAddress] as [string, string]]),
    ]
  }

  const planIntro = (
    { intro, introUntil }: Pick<Messages['mails']['planChanged'], 'intro' | 'introUntil'>,
    { plan, expiresAt }: { plan: Plan; expiresAt: string | null },
  ): string => {
    const values = { account: accountName, plan: planTable[plan].name }
    return expiresAt === null
      ? intro(values)
      : introUntil({ ...values, until: dateTime(new Date(expiresAt)) })
  }

  switch (content.kind) {
    case 'confirm-email':
      return {
        subject: t.confirm.subject,
        heading: t.confirm.heading,
        intro: t.confirm.intro({ account: accountName }),
        button: { label: t.confirm.button, url: urlOf(content.linkPath), validity: t.confirm.validity },
        notes: [{ text: t.confirm.ignore }],
      }
    case 'reset-password':
      return {
        subject: t.reset.subject,
        heading: t.reset.heading,
        intro: t.reset.intro({ account: accountName }),
        button: { label: t.reset.button, url: urlOf(content.linkPath), validity: t.reset.validity },
        notes: [{ text: t.reset.ignore }],
      }
    case 'new-device':
      return event(t.newDevice, content.by, undefined, [
        [t.facts.browser, browserName(content.userAgent) || t.unknownBrowser],
      ])
    case 'password-set':
      return event(t.passwordSet, content.by)
    case 'password-changed':
      return event(t.passwordChanged, content.by)
    case 'two-factor-on':
      return event(t.twoFactorOn, content.by)
    case 'two-factor-off':
      return event(t.twoFactorOff, content.by)
    case 'recovery-code-used':
      return event(t.recoveryCodeUsed, content.by, undefined, [
        [t.facts.recoveryCodesLeft, number(content.codesLeft)],
      ])
    case 'passkey-added':
      return event(t.passkeyAdded, content.by, undefined, [[t.facts.passkey, content.name]])
    case 'passkey-removed':
      return event(t.passkeyRemoved, content.by, undefined, [[t.facts.passkey, content.name]])
    case 'key-created':
      return event(t.keyCreated, content.by, undefined, [[t.facts.key, content.name]])
    case 'key-rotated':
      return event(t.keyRotated, content.by, undefined, [[t.facts.key, content.name]])
    case 'provider-linked':
      return event(t.providerLinked, content.by, undefined, [[t.facts.provider, content.provider]])
    case 'provider-unlinked':
      return event(t.providerUnlinked, content.by, undefined, [[t.facts.provider, content.provider]])
    case 'email-change-requested': {
      const facts: [string, string][] = [[t.facts.newAddress, content.newEmail]]
      if (mail.cancelPath === undefined) return event(t.emailChangeRequested, content.by, {}, facts)
      const cancel = {
        button: { label: t.cancelChange, url: urlOf(mail.cancelPath), validity: t.cancelIfNotYou },
        notes: [{ text: t.thenPassword, url: urlOf('/forgot-password') }],
      }
      return event(t.emailChangeRequested, content.by, cancel, facts)
    }
    case 'email-changed':
      return event(
        content.newEmail === null ? t.emailRemoved : t.emailChanged,
        content.by,
        { button: { label: t.signIn, url: urlOf('/sign-in'), validity: t.emailNotYou } },
        content.newEmail === null ? [] : [[t.facts.newAddress, content.newEmail]],
      )
    case 'account-recovered':
      return event(t.accountRecovered, content.by, {})
    case 'account-suspended':
      return event(t.accountSuspended, content.by, {})
    case 'key-expiring':
      return {
        subject: t.keyExpiring.subject({ key: content.name }),
        heading: t.keyExpiring.heading,
        intro: t.keyExpiring.intro({
          key: content.name,
          account: accountName,
          at: dateTime(new Date(content.expiresAt)),
        }),
        button: { label: t.manageKeys, url: urlOf('/account/keys') },
      }
    case 'plan-changed': {
      const plan = planTable[content.plan].name
      return {
        subject: t.planChanged.subject({ plan }),
        heading: t.planChanged.heading({ plan }),
        intro: planIntro(t.planChanged, content),
        button: { label: t.viewPlan, url: urlOf('/account/plan') },
      }
    }
    case 'payment-failed': {
      return {
        ...t.paymentFailed,
        intro: planIntro(t.paymentFailed, content),
        button: { label: t.checkPayment, url: urlOf('/account/plan') },
      }
    }
    case 'limit-reached': {
      const { window, keyName } = content
      const used = percent(content.percent / 100)
      const values = { account: accountName, percent: used, limit: number(content.limit), window }
      const { subject, heading, accountIntro, keyIntro, exhausted } = t.limitReached
      const intro = keyName === null ? accountIntro(values) : keyIntro({ ...values, key: keyName })
      return {
        subject: subject({ percent: used }),
        heading: heading({ percent: used }),
        intro: content.percent === 100 ? `${intro} ${exhausted({ window })}` : intro,
        button: { label: t.viewUsage, url: urlOf('/account/usage') },
        notes: [{ text: t.atMostWeekly }],
      }
    }
  }
}
