import { createContext, Fragment } from 'preact'
import { useContext } from 'preact/hooks'
import { type SourceId, sourceFacts } from '../../food/sources.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { Logo } from '../shell/logo.tsx'
import { sourceName } from './names.ts'

/** Of the foods on the page. */
export const CreditedSources = createContext<readonly SourceId[]>([])

/** The sources with their licences, such as: Open Food Facts (ODbL), USDA FoodData Central (CC0). */
export function Credits() {
  const locale = useLocale()
  return useContext(CreditedSources).map((source, index) => {
    const { licence, credit } = sourceFacts[source]
    const name = sourceName(source, locale)
    return (
      <Fragment key={source}>
        {index > 0 && ', '}
        {credit === null ? name : <a href={credit.url}>{name}</a>}
        {licence && ` (${licence.shortName})`}
      </Fragment>
    )
  })
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
