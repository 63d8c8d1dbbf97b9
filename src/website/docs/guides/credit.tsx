import { catalogCredit, catalogLicence, sourceFacts } from '../../../food/sources.ts'
import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'

const creditText = `Data: ${catalogCredit.text} — ${catalogCredit.url}`
const creditHtml = `Data: <a href="${catalogCredit.url}">${catalogCredit.label}</a> contributors, <a href="${catalogLicence.url}">${catalogLicence.shortName} 1.0</a>`

const otherSources = Object.values(sourceFacts).filter(({ label }) => label !== catalogCredit.label)

export function Credit() {
  return (
    <>
      <p>
        Most foods here come from Open Food Facts, whose contributors gave them to everybody under the Open
        Database License (ODbL) 1.0. It asks three things.
      </p>
      <h2 id="credit">1. Give credit</h2>
      <p>
        Wherever you show the data publicly, say where it is from, with a link where links are possible. One
        line is enough, on the page or screen that shows the data, or in the imprint of an app:
      </p>
      <Code name="The credit as text" text={creditText} />
      <Code name="The credit as HTML" text={creditHtml} />
      <p>Every answer with foods carries it too, so that no program loses it on the way:</p>
      <Code
        name="The credit in headers"
        isOutput
        text={`Link: <${catalogCredit.url}>; rel="license"\nX-Attribution: ${catalogCredit.label} (${catalogLicence.shortName})`}
      />
      <h2 id="share">2. Share alike</h2>
      <p>
        If you change the database and use it publicly, for instance by running an API on it, offer that
        database under the ODbL to whoever asks, or the means to make it from the original.
      </p>
      <h2 id="open">3. Keep open</h2>
      <p>
        Do not lock away by technical means what the licence allows, unless a copy without the lock is there
        as well.
      </p>
      <h2 id="yours">What is yours</h2>
      <p>
        What you make from the data that is no database, such as a chart, a recipe or a meal plan, is yours.
        It needs the credit only.
      </p>
      <h2 id="rest">The rest</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['What', 'Licence']} />
          <tbody>
            <tr>
              <th scope="row">pictures of products</th>
              <td>Creative Commons Attribution-ShareAlike 3.0, of Open Food Facts</td>
            </tr>
            {otherSources.map(
              ({ label, licence, credit }) =>
                licence && (
                  <tr key={label}>
                    <th scope="row">foods of {label}</th>
                    <td>
                      <a href={licence.url}>{licence.name}</a>
                      {credit && (
                        <>
                          ; {credit.isRequired ? 'credit' : 'credit, if you can,'} “{credit.text}”
                        </>
                      )}
                    </td>
                  </tr>
                ),
            )}
            <tr>
              <th scope="row">the program Larder</th>
              <td>Apache 2.0</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p class="quiet">
        This is a summary, not legal advice. The licences themselves:{' '}
        <a href={catalogLicence.url}>{catalogLicence.shortName}</a>,{' '}
        <a href="https://opendatacommons.org/licenses/dbcl/1-0/">DbCL</a>.
      </p>
    </>
  )
}
