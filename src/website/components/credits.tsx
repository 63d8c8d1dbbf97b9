import { createContext, Fragment } from 'preact'
import { useContext } from 'preact/hooks'
import { catalogCredit, sourceFacts, sourceIds } from '../../food/sources.ts'
import { useMessages } from '../i18n/messages.ts'
import { Logo } from '../shell/logo.tsx'

/** The sources of the catalog. */
export const CatalogSources = createContext<readonly string[]>([])

/** Attribution required by the data licences, such as: Open Food Facts (ODbL). */
export function Credits() {
  const sources = useContext(CatalogSources)
  const required = sourceIds.flatMap(id => {
    const { label, licence, credit } = sourceFacts[id]
    const isCredited = label === catalogCredit.label || (credit?.isRequired && sources.includes(id))
    return credit && isCredited ? { label, url: credit.url, licence: licence?.shortName } : []
  })
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
