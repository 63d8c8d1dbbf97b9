import { catalogLicence } from '../../../food/sources.ts'
import { linkTo } from '../../components/rich-text.tsx'
import { useMessages } from '../../i18n/messages.ts'

export function Contribute() {
  const t = useMessages('docs').contribute
  return (
    <>
      <h2 id="wanted">{t.wanted.title}</h2>
      <ul>
        <li>{t.wanted.product}</li>
        <li>{t.wanted.correction}</li>
        <li>{t.wanted.photo}</li>
      </ul>
      <h2 id="unwanted">{t.unwanted.title}</h2>
      <ul>
        <li>{t.unwanted.copied}</li>
        <li>{t.unwanted.guessed}</li>
        <li>{t.unwanted.own}</li>
      </ul>
      <h2 id="label">{t.label.title}</h2>
      <ul>
        <li>{t.label.per100}</li>
        <li>{t.label.prepared}</li>
        <li>{t.label.energy}</li>
        <li>{t.label.salt}</li>
      </ul>
      <h2 id="next">{t.next.title}</h2>
      <p>{t.next.review}</p>
      <p>{t.next.limits}</p>
      <p>{t.next.confirmed}</p>
      <ContributionLicence />
    </>
  )
}

export function ContributionLicence() {
  const t = useMessages('docs').contribute.licence
  return (
    <>
      <h2 id="licence">{t.title}</h2>
      <p>{t.text({ link: linkTo(catalogLicence.url) })}</p>
    </>
  )
}
