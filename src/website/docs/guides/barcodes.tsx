import { contributeTo } from '../../../food/sources.ts'
import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const spellings: [string, string, string][] = [
  ['UPC-A', '015887170128', '12 digits, on products of North America'],
  ['UPC-A without its zero', '15887170128', 'as spreadsheets leave it'],
  ['EAN-13', '0015887170128', '13 digits: a UPC-A with a zero before it'],
  ['GTIN-14', '00015887170128', '14 digits, on cartons'],
  ['with spaces or hyphens', '0-15887-17012-8', 'all but the digits is passed over'],
]

export function Barcodes({ apiUrl }: DeploymentInfo) {
  return (
    <>
      <CodeSamples task="barcode" about="Look up a barcode" apiUrl={apiUrl} />
      <h2 id="spellings">One product, many spellings</h2>
      <p>
        Send what the scanner gave you. All of these find the same food, and <code>barcode</code> in the
        answer is always written in one way: 13 digits, or 8 for EAN-8.
      </p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Form', 'Example', 'What it is']} />
          <tbody>
            {spellings.map(([form, example, what]) => (
              <tr key={form}>
                <th scope="row">{form}</th>
                <td>
                  <code>{example}</code>
                </td>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        EAN-8 is a code of its own: <code>96385074</code> is not an EAN-13 with zeros cut off. UPC-E, the
        short form on small packages, has 8 digits too; it is opened out when no EAN-8 fits and its check
        digit is right.
      </p>
      <ul class="points">
        <li>Keep barcodes as text. As numbers they lose their leading zeros.</li>
        <li>
          A wrong check digit is not refused: shops print such codes. It is looked up as it is, and is mostly{' '}
          <code>404</code>.
        </li>
        <li>
          A barcode typed into <code>/search</code> finds its food as well.
        </li>
      </ul>
      <h2 id="unknown">Not found</h2>
      <Code
        name="An unknown barcode"
        isOutput
        text={`HTTP/1.1 404 Not Found\n\n{"detail":"Barcode not found"}`}
      />
      <p>
        Then nobody has told the product yet, or it is no food. You can add it at{' '}
        <a href={contributeTo.url}>{contributeTo.label}</a>; it comes here with the next update. Codes that
        begin with 2 are given by shops themselves, for what they weigh: the same code is another product
        elsewhere.
      </p>
      <p>
        To try with the camera of your phone: <a href="/scan">scan a barcode</a>.
      </p>
    </>
  )
}
