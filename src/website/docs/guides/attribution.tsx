import { creditHeaders } from '../../../food/credits.ts'
import {
  catalogCredit,
  catalogLicence,
  catalogSource,
  sourceFacts,
  usdaSource,
} from '../../../food/sources.ts'
import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'

const creditText = `Data: ${catalogCredit.text} — ${catalogCredit.url}`
const creditHtml = `Data: <a href="${catalogCredit.url}">${catalogCredit.label}</a> contributors, <a href="${catalogLicence.url}">${catalogLicence.shortName} 1.0</a>`

const otherSources = Object.values(sourceFacts).filter(({ label }) => label !== catalogCredit.label)

export function Attribution() {
  return (
    <>
      <p>
        Most foods come from Open Food Facts and are available under the Open Database License (ODbL) 1.0. The
        license has three conditions.
      </p>
      <h2 id="credit">1. Attribution</h2>
      <p>
        Wherever you show the data publicly, credit the source, with a link where possible. One line is
        enough, on the page or screen that shows the data or in your app’s legal notices:
      </p>
      <Code name="Attribution as text" text={creditText} />
      <Code name="Attribution as HTML" language="html" text={creditHtml} />
      <p>
        Every response with food data names the sources of its foods in its headers, and their licenses. A
        response without foods of Open Food Facts names only the other sources:
      </p>
      <Code
        name="Attribution headers"
        isOutput
        text={Object.entries(creditHeaders([catalogSource, usdaSource]))
          .map(header => header.join(': '))
          .join('\n')}
      />
      <h2 id="share">2. Share-alike</h2>
      <p>
        If you modify the database and use it publicly, for example by running an API on it, you must offer
        the modified database under the ODbL, or provide a way to recreate it from the original.
      </p>
      <h2 id="open">3. Keep the data open</h2>
      <p>
        Do not use technical measures (DRM) to restrict the uses that the license allows, unless you also
        provide an unrestricted copy.
      </p>
      <h2 id="yours">Your own works</h2>
      <p>
        Works created from the data that are not databases, such as a chart, a recipe or a meal plan, belong
        to you. They only need attribution.
      </p>
      <h2 id="rest">Other licenses</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Content', 'License']} />
          <tbody>
            <tr>
              <th scope="row">Product images</th>
              <td>Creative Commons Attribution-ShareAlike 3.0 (Open Food Facts)</td>
            </tr>
            {otherSources.map(
              ({ label, licence, credit }) =>
                licence && (
                  <tr key={label}>
                    <th scope="row">Foods from {label}</th>
                    <td>
                      <a href={licence.url}>{licence.name}</a>
                      {credit && (
                        <>
                          ; {credit.isRequired ? 'attribution required' : 'suggested attribution'}: “
                          {credit.text}”
                        </>
                      )}
                    </td>
                  </tr>
                ),
            )}
            <tr>
              <th scope="row">Larder source code</th>
              <td>Apache 2.0</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p class="muted">
        This is a summary, not legal advice. Full license texts:{' '}
        <a href={catalogLicence.url}>{catalogLicence.shortName}</a>,{' '}
        <a href="https://opendatacommons.org/licenses/dbcl/1-0/">DbCL</a>.
      </p>
    </>
  )
}
