import { zip } from './zip.ts'

type Cell = string | number | null

/** An XLSX file with texts in its cells, as spreadsheet programs write them. */
export function workbook(sheets: Record<string, Cell[][]>): Buffer {
  const names = Object.keys(sheets)
  const files = Object.values(sheets).map((rows, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet ${main}><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
  ])
  return zip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"/>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets>${names
      .map(
        (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}/>`,
    'xl/sharedStrings.xml': `<sst ${main}/>`,
    ...Object.fromEntries(files),
  })
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

function rowXml(cells: Cell[], index: number): string {
  const row = index + 1
  return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row}`)).join('')}</row>`
}

function cellXml(cell: Cell, place: string): string {
  if (cell === null) return ''
  return typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

/** A, B, …, Z, AA, AB, … */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
