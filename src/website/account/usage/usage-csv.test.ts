import { expect, it } from 'vitest'
import { usageCsv } from './usage-csv.ts'

it('quotes names and keeps spreadsheets from running them', () => {
  const row = { day: '2026-03-01', endpoint: '/search', key_id: 1, status: 200, requests: 5 }
  expect(
    usageCsv([
      { ...row, key_name: 'a "b", c' },
      { ...row, key_name: '=1+1' },
      { ...row, key_name: null },
    ]),
  ).toBe(
    [
      'day,key_id,key,endpoint,status,requests',
      '2026-03-01,1,"a ""b"", c",/search,200,5',
      "2026-03-01,1,'=1+1,/search,200,5",
      '2026-03-01,1,,/search,200,5',
      '',
    ].join('\r\n'),
  )
})
