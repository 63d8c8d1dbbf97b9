import { Fragment } from 'preact'
import { sourceFacts } from '../../food/sources.ts'

/** The credits that licences require, such as: Open Food Facts (ODbL). */
export function Credits() {
  const required = Object.values(sourceFacts).flatMap(({ label, licence, credit }) =>
    credit?.isRequired ? { label, url: credit.url, licence: licence?.shortName } : [],
  )
  return required.map(({ label, url, licence }, place) => (
    <Fragment key={label}>
      {place > 0 && ', '}
      <a href={url}>{label}</a> {licence && `(${licence})`}
    </Fragment>
  ))
}
