import { Fragment } from 'preact'
import { sourceFacts } from '../../food/sources.ts'

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
