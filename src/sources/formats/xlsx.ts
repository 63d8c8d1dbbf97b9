import readExcelFile from 'read-excel-file/node'
import { UnrecognizedFormatError } from './dump.ts'

/** The sheets of a workbook, with all their cells: a sheet of three million takes half a gigabyte. */
export async function readWorkbook(bytes: Buffer): Promise<{ name: string; cells: unknown[][] }[]> {
  const sheets = await readExcelFile(bytes).catch(() => {
    throw new UnrecognizedFormatError('corrupt')
  })
  return sheets.map(({ sheet, data }) => ({ name: sheet, cells: data }))
}
