import { Fragment } from 'preact'
import { sourceFacts } from '../../food/sources.ts'
import { useMessages } from '../i18n/messages.ts'
import { Logo } from '../shell/logo.tsx'

/** Attribution required by the data licences, such as: Open Food Facts (ODbL). */
export function Credits() {
  const required = Object.values(sourceFacts).flatMap(({ label, licence, credit }) =>
    credit?.isRequired ? { label, url: credit.url, licence: licence?.shortName } : [],
  )
  return required.map(({ label, url, licence }, index) => (
    <Fragment key={label}>
      {index > 0 && ', '}
      <a href={url}>{label}</a> {licence && `(${licence})`}
    </Fragment>
  ))
}

/** On paper, in place of the header and footer: where the page comes from, and the credit that the data licenses require. */
export function PrintCredit({ url }: { url: string }) {
  const t = useMessages('shared')
  return (
    <div class="print-credit">
      <Logo />
      <p>{url}</p>
      <p>
        {t.foodDataFrom} <Credits />. {t.notMedicalAdvice}
      </p>
    </div>
  )
}
