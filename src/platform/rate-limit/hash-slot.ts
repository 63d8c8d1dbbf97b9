// Hash slots as in the specification of Redis Cluster, so that single servers and a cluster divide the keys by the same rule.

export const slotCount = 16_384

// CRC-16/XMODEM.
const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
  return crc & 0xffff
})

/** The slot of an ASCII key: of the part in braces, or of the whole key if it has none. */
export function slotOf(key: string): number {
  const open = key.indexOf('{')
  const close = open < 0 ? -1 : key.indexOf('}', open + 1)
  const hasTag = close > open + 1
  const end = hasTag ? close : key.length
  let crc = 0
  for (let index = hasTag ? open + 1 : 0; index < end; index++) {
    crc = ((crc << 8) & 0xffff) ^ (crcTable[((crc >> 8) ^ key.charCodeAt(index)) & 0xff] as number)
  }
  return crc % slotCount
}
