/** The first and last byte of a part of a file. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file of `size` bytes that the header Range asks for (RFC 9110, 14.2). Undefined: send the whole file, as for
 * several ranges, which a server may ignore. Null: no such part, which is answered 416.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const bytes = Math.min(Number(last), size)
    return bytes === 0 ? null : { start: size - bytes, end: size - 1 }
  }
  const range = { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (last !== '' && Number(last) < range.start) return undefined
  return range.start >= size ? null : range
}
