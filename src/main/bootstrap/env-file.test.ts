import { expect, it } from 'vitest'
import { withSetting } from './env-file.ts'

it.each([
  ['an empty file', '', 'NAME=new\n'],
  ['another setting', 'OTHER=1', 'OTHER=1\nNAME=new\n'],
  ['an older value', 'A=1\nNAME=old\nB=2\n', 'A=1\nNAME=new\nB=2\n'],
  ['a commented-out default', 'A=1\n# NAME=old\n', 'A=1\nNAME=new\n'],
  ['a default and a value', '# NAME=old\nNAME=older\n', '# NAME=old\nNAME=new\n'],
  ['a longer name', 'MY_NAME=1\nNAME_FILE=2\n', 'MY_NAME=1\nNAME_FILE=2\nNAME=new\n'],
])('sets it in %s', (_, before, after) => {
  expect(withSetting(before, 'NAME', 'new')).toBe(after)
  expect(withSetting(after, 'NAME', 'new')).toBe(after)
})
