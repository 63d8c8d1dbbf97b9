// Preloaded into a node whose clock is wrong: `node --import`. Only Date moves; timers go on as they do.
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
