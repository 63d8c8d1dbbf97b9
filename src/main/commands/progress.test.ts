import { expect, it } from 'vitest'
import { downloadLine } from './progress.ts'

it.each([
  [{ bytes: 50e6, totalBytes: 200e6 }, 0, 10, ' 25 %  50 MB of 200 MB, 5.0 MB/s, 30 s left'],
  [{ bytes: 150e6, totalBytes: 200e6 }, 100e6, 10, ' 75 %  150 MB of 200 MB, 5.0 MB/s, 10 s left'],
  [{ bytes: 2.5e6, totalBytes: null }, 0, 5, '2.5 MB, 0.5 MB/s'],
])('shows %j', (progress, firstByte, seconds, line) => {
  expect(downloadLine(progress, firstByte, seconds)).toBe(line)
})
