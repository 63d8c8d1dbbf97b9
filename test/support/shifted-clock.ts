// Preloaded (`node --import`) into a node to simulate a wrong clock. Only Date is shifted; timers are not affected.
const shiftMs = Number(process.env['SHIFTED_CLOCK_MS'])
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...(parts as [number]))
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
