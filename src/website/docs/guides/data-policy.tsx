import { linkTo } from '../../components/rich-text.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { takedownsPath } from '../../public/takedowns-page.tsx'
import { ContributionLicence } from './contribute.tsx'

export function DataPolicy() {
  const t = useMessages('docs').dataPolicy
  return (
    <>
      <h2 id="stored">{t.stored.title}</h2>
      <p>{t.stored.contribution}</p>
      <p>{t.stored.public}</p>
      <p>{t.stored.howLong}</p>
      <ContributionLicence />
      <h2 id="erasure">{t.erasure.title}</h2>
      <p>{t.erasure.text({ link: linkTo('/account/data') })}</p>
      <h2 id="takedowns">{t.takedowns.title}</h2>
      <p>{t.takedowns.text({ link: linkTo(takedownsPath) })}</p>
    </>
  )
}
