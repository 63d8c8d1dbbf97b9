import { crc32, deflateRawSync } from 'node:zlib'

/** A zip, packed or not, with the sizes of each file in its place or (zip64) in the place for large ones. */
export function zip(files: Record<string, string | Buffer>, { method = 8, zip64 = false } = {}): Buffer {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const large = Buffer.alloc(zip64 ? 28 : 0)
    if (zip64) {
      large.writeUInt32LE(0x180001)
      for (const [at, size] of [bytes.length, packed.length, offset].entries()) {
        large.writeBigUInt64LE(BigInt(size), 4 + 8 * at)
      }
    }
    const size = (real: number) => (zip64 ? 0xffffffff : real)
    const common = numbers([2, 45, 0], [2, method], [4, 0, crc32(bytes)])
    const sizes = numbers([4, size(packed.length), size(bytes.length)], [2, Buffer.byteLength(name)])
    const local = [
      numbers([4, 0x04034b50]),
      common.subarray(0, 4),
      common.subarray(4),
      sizes,
      numbers([2, 0]),
    ]
    const place = numbers([2, large.length, 0, 0, 0], [4, 0, size(offset)])
    directory.push(numbers([4, 0x02014b50], [2, 45]), common, sizes, place, Buffer.from(name), large)
    const file = Buffer.concat([...local, Buffer.from(name), packed])
    written.push(file)
    offset += file.length
  }
  const entries = Object.keys(files).length
  const end = numbers(
    [4, 0x06054b50],
    [2, 0, 0, entries, entries],
    [4, Buffer.concat(directory).length, offset],
    [2, 0],
  )
  return Buffer.concat([...written, ...directory, end])
}

/** Little-endian numbers: how many bytes each has, then the numbers. */
function numbers(...groups: [size: number, ...values: number[]][]): Buffer {
  return Buffer.concat(
    groups.flatMap(([size, ...values]) =>
      values.map(value => {
        const bytes = Buffer.alloc(size)
        bytes.writeUIntLE(value, 0, size)
        return bytes
      }),
    ),
  )
}
