// Loaded before a service: its wall clock is wrong by CLOCK_SHIFT_SECONDS, its timers run as usual.
const shift = Number(process.env.CLOCK_SHIFT_SECONDS) * 1000
const RightDate = Date

globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(RightDate.now() + shift)
  }

  static now() {
    return RightDate.now() + shift
  }
}
