import { contributeTo } from '../../../food/sources.ts'
import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

type Form = [format: string, example: string, description: string]

/** Forms of the code that find the same food. */
function formsOf(barcode: string): Form[] {
  if (barcode.length === 8) return [['EAN-8', barcode, '8 digits, on small packages']]
  const ean13 = barcode.padStart(13, '0')
  const upcForms: Form[] = [
    ['UPC-A', ean13.slice(1), '12 digits, common in North America'],
    ['UPC-A without leading zero', ean13.slice(2), 'often lost in spreadsheets'],
  ]
  return [
    ...upcForms.slice(0, ean13.startsWith('00') ? 2 : ean13.startsWith('0') ? 1 : 0),
    ['EAN-13', ean13, '13 digits; a UPC-A is one with a leading zero'],
    ['GTIN-14', `0${ean13}`, '14 digits, used on cases'],
    [
      'With spaces or hyphens',
      `${ean13.slice(0, 1)}-${ean13.slice(1, 7)} ${ean13.slice(7)}`,
      'any number of them',
    ],
  ]
}

export function Barcodes({ apiUrl, examples }: DeploymentInfo) {
  return (
    <>
      <CodeSamples task="barcode" title="Look up a barcode" apiUrl={apiUrl} examples={examples} />
      <h2 id="spellings">Supported formats</h2>
      <p>
        Send the code exactly as your scanner reads it. All of these find the same food. <code>barcode</code>{' '}
        in the response is always normalized to 13 digits, or 8 for EAN-8. Only a GTIN-14 that does not start
        with 0, the code of a case, has 14.
      </p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Format', 'Example', 'Description']} />
          <tbody>
            {formsOf(examples.food.barcode ?? examples.barcode).map(([format, example, description]) => (
              <tr key={format}>
                <th scope="row">{format}</th>
                <td>
                  <code>{example}</code>
                </td>
                <td>{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        EAN-8 is a separate format: <code>96385074</code> is not an EAN-13 without its leading zeros. UPC-E,
        the short form on small packages, also has 8 digits. It is expanded to UPC-A if no EAN-8 matches and
        its check digit is valid. Scanners that omit its first or last digit send 7 or 6 digits, which are
        expanded as well. Anything else returns <code>404</code>: fewer or more digits, 9 or 10 digits, or
        letters.
      </p>
      <ul>
        <li>Store barcodes as text. Stored as numbers, they lose their leading zeros.</li>
        <li>
          Codes with a wrong check digit are accepted, because some shops print them. They are looked up
          unchanged and usually return <code>404</code>.
        </li>
        <li>
          Searching for a barcode with <code>/search</code> also finds its food.
        </li>
      </ul>
      <h2 id="unknown">Unknown barcodes</h2>
      <Code
        name="Response for an unknown barcode"
        isOutput
        text={`HTTP/1.1 404 Not Found\n\n{"detail":"Barcode not found"}`}
      />
      <p>
        The product is not in the catalog yet, or it is not a food. You can add it at{' '}
        <a href={contributeTo.url}>{contributeTo.label}</a>; it appears here after the next update. Codes that
        start with 2 are assigned by shops, for example for weighed goods, so the same code can mean different
        products in different shops.
      </p>
      <p>
        To try it with your phone’s camera, <a href="/scan">scan a barcode</a>.
      </p>
    </>
  )
}
