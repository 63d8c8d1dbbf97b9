// Preloaded (`node --import`) into a node to simulate a wrong clock. Only Date is shifted; timers are not affected.
// SIGUSR2 lets the clock jump, and jump back.
let shiftMs = Number(process.env['SHIFTED_CLOCK_MS'] ?? 0)
let jumpMs = Number(process.env['SHIFTED_CLOCK_JUMP_MS'] ?? 0)
process.on('SIGUSR2', () => {
  shiftMs += jumpMs
  jumpMs = -jumpMs
})
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
