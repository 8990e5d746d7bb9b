import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { day, hour, minute } from '../../kernel/durations.ts'
import { addCounted, countedBetween, weekdays, type Calendar } from './calendar.ts'
import { isTimeZone } from './time-zones.ts'

const office: [string, string][] = [['09:00', '17:00']]
const workdays = (spans: [string, string][]): Calendar['hours'] => ({
  mon: spans,
  tue: spans,
  wed: spans,
  thu: spans,
  fri: spans,
})
const everyDay = (spans: [string, string][]): Calendar['hours'] =>
  Object.fromEntries(weekdays.map((name) => [name, spans]))
const calendar = (time_zone: string, hours = workdays(office), holidays: string[] = []): Calendar => ({
  time_zone,
  hours,
  holidays,
})

const counted = (given: Calendar | null, from: string, to: string) =>
  countedBetween(given, Date.parse(from), Date.parse(to)) / minute

describe('time counted', () => {
  const berlin = calendar('Europe/Berlin')
  test.each<[what: string, Calendar | null, from: string, to: string, minutes: number]>([
    ['without a calendar', null, '2026-03-01T00:00:00Z', '2026-03-02T01:30:00Z', 25.5 * 60],
    ['backwards', berlin, '2026-01-06T12:00:00Z', '2026-01-06T11:00:00Z', 0],
    ['on one winter day', berlin, '2026-01-06T00:00:00Z', '2026-01-07T00:00:00Z', 8 * 60],
    ['from before opening', berlin, '2026-01-06T07:00:00Z', '2026-01-06T09:00:00Z', 60],
    ['until after closing', berlin, '2026-01-06T15:30:00Z', '2026-01-06T23:00:00Z', 30],
    ['over a weekend', berlin, '2026-01-09T15:00:00Z', '2026-01-12T09:00:00Z', 60 + 60],
    ['in a summer week', berlin, '2026-07-06T00:00:00+02:00', '2026-07-13T00:00:00+02:00', 40 * 60],
    [
      'in a week with a holiday',
      calendar('Europe/Berlin', workdays(office), ['2026-07-08']),
      '2026-07-06T00:00:00+02:00',
      '2026-07-13T00:00:00+02:00',
      32 * 60,
    ],
    [
      'on a holiday of the zone, which is another day in UTC',
      calendar('Asia/Tokyo', everyDay([['00:00', '09:00']]), ['2026-01-07']),
      '2026-01-06T15:00:00Z',
      '2026-01-07T15:00:00Z',
      0,
    ],
    ['in a zone of half hours', calendar('Asia/Kolkata'), '2026-01-06T03:00:00Z', '2026-01-06T04:00:00Z', 30],
    [
      'in a zone of quarter hours',
      calendar('Asia/Kathmandu'),
      '2026-01-06T03:00:00Z',
      '2026-01-06T04:00:00Z',
      45,
    ],
    [
      'with a break at noon',
      calendar(
        'UTC',
        everyDay([
          ['08:00', '12:00'],
          ['13:00', '17:30'],
        ]),
      ),
      '2026-01-06T11:00:00Z',
      '2026-01-06T14:00:00Z',
      120,
    ],
    [
      'around the clock, by spans that end at 24:00',
      calendar('Europe/Berlin', everyDay([['00:00', '24:00']])),
      '2026-01-05T12:34:00Z',
      '2026-01-09T12:34:00Z',
      4 * 24 * 60,
    ],
    [
      'over midnight, from one span into the next',
      calendar(
        'UTC',
        everyDay([
          ['00:00', '02:00'],
          ['22:00', '24:00'],
        ]),
      ),
      '2026-01-05T21:00:00Z',
      '2026-01-06T03:00:00Z',
      4 * 60,
    ],
    [
      'on the weekend alone',
      calendar('America/New_York', { sat: [['10:00', '14:00']] }),
      '2026-01-05T00:00:00Z',
      '2026-01-19T00:00:00Z',
      8 * 60,
    ],
  ])('%s', (_what, given, from, to, minutes) => {
    expect(counted(given, from, to)).toBe(minutes)
  })
})

/** East and west of Greenwich, forward and back. */
describe('on the day of a daylight saving change', () => {
  const forwardDays = [
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '02'],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '02'],
  ] as const
  const backDays = [
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '02'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '01'],
  ] as const

  test.each(forwardDays)('%s: the whole day forward has 23 hours', (zone, from, to) => {
    expect(counted(calendar(zone, everyDay([['00:00', '24:00']])), from, to)).toBe(23 * 60)
  })

  test.each(backDays)('%s: the whole day back has 25 hours', (zone, from, to) => {
    expect(counted(calendar(zone, everyDay([['00:00', '24:00']])), from, to)).toBe(25 * 60)
  })

  test.each([...forwardDays, ...backDays])('%s: office hours are not affected', (zone, from, to) => {
    expect(counted(calendar(zone, everyDay(office)), from, to)).toBe(8 * 60)
  })

  test.each(forwardDays)('%s: skipped hours do not count', (zone, from, to, skipped) => {
    const within = everyDay([[`${skipped}:15`, `${skipped}:45`]])
    expect(counted(calendar(zone, within), from, to)).toBe(0)
    const beginsWithin = everyDay([[`${skipped}:30`, '03:30']])
    expect(counted(calendar(zone, beginsWithin), from, to)).toBe(30)
    const endsWithin = everyDay([['01:00', `${skipped}:30`]])
    expect(counted(calendar(zone, endsWithin), from, to)).toBe(60)
  })

  test.each(forwardDays)('%s: skipped spans do not extend into the next one', (zone, from, to) => {
    const spans = everyDay([
      ['02:00', '02:50'],
      ['03:00', '04:00'],
    ])
    expect(counted(calendar(zone, spans), from, to)).toBe(60)
  })

  test.each(backDays)('%s: a repeated hour counts twice', (zone, from, to, twice) => {
    const next = `0${Number(twice) + 1}`
    expect(counted(calendar(zone, everyDay([[`${twice}:00`, `${next}:00`]])), from, to)).toBe(120)
    const halves = everyDay([
      [`${twice}:00`, `${twice}:30`],
      [`${twice}:30`, `${next}:00`],
    ])
    expect(counted(calendar(zone, halves), from, to)).toBe(120)
    expect(counted(calendar(zone, everyDay([[`${twice}:15`, `${twice}:45`]])), from, to)).toBe(30)
  })
})

test('finds the instant at which a given time has been counted', () => {
  const berlin = calendar('Europe/Berlin', workdays(office), ['2026-01-12'])
  const from = Date.parse('2026-01-09T15:00:00Z') // Friday, an hour before closing
  const at = (hours: number) => new Date(addCounted(berlin, from, hours * hour)).toISOString()
  expect(at(0)).toBe('2026-01-09T15:00:00.000Z')
  expect(at(1)).toBe('2026-01-09T16:00:00.000Z')
  expect(at(2)).toBe('2026-01-13T09:00:00.000Z')
  expect(new Date(addCounted(null, from, 2 * hour)).toISOString()).toBe('2026-01-09T17:00:00.000Z')
})

test('a calendar that never counts again is abandoned after ten years', () => {
  const from = Date.parse('2026-01-01T00:00:00Z')
  expect(addCounted(calendar('UTC', {}), from, hour)).toBe(from + 3660 * day)
})

test('ten years of many short spans need few offset lookups, and the next incident none', () => {
  const spans = Array.from({ length: 10 }, (_, i): [string, string] => [`0${i}:00`, `0${i}:01`])
  const short = calendar('America/Toronto', everyDay(spans), ['2026-12-25'])
  const from = Date.parse('2026-01-01T00:00:00Z')
  const ask = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  try {
    expect(addCounted(short, from, 3660 * day)).toBe(from + 3660 * day)
    expect(ask.mock.calls.length).toBeLessThan(5000)
    ask.mockClear()
    expect(addCounted(short, from + hour, 3659 * 10 * minute)).toBe(from + hour + 3660 * day)
    expect(ask.mock.calls.length).toBeLessThan(5)
  } finally {
    ask.mockRestore()
  }
})

test('ten years count as the sum of their days', () => {
  for (const zone of zones) {
    const short = calendar(
      zone,
      workdays([
        ['01:10', '02:50'],
        ['23:30', '24:00'],
      ]),
      ['2027-03-01'],
    )
    const from = Date.parse('2026-01-01T00:00:00Z')
    let sum = 0
    for (let at = from; at < from + 3650 * day; at += 5 * day) sum += countedBetween(short, at, at + 5 * day)
    expect(countedBetween(short, from, from + 3650 * day)).toBe(sum)
    expect(countedBetween(short, from, addCounted(short, from, sum))).toBe(sum)
  }
})

test('time zones are those of the system', () => {
  for (const zone of ['Europe/Berlin', 'UTC', 'Asia/Kolkata']) expect(isTimeZone(zone)).toBe(true)
  for (const zone of ['', 'Mars/Olympus', 'Berlin', '../etc']) expect(isTimeZone(zone)).toBe(false)
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Africa/Cairo',
  'Africa/Casablanca', // back for some weeks in the middle of its summer
  'Australia/Lord_Howe', // by half an hour
]

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Up to three ordered spans that do not overlap. */
const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 6 })
  .map((quarters) => quarters.toSorted((a, b) => a - b).map((quarter) => time(quarter * 15)))
  .map((times) =>
    Array.from(
      { length: Math.floor(times.length / 2) },
      (_, i) => [times[2 * i], times[2 * i + 1]] as [string, string],
    ),
  )

const instants = { min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-01-01T00:00:00Z') }
const anyInstant = fc.integer(instants)
const anyDate = anyInstant.map((at) => new Date(at).toISOString().slice(0, 10))

const anyCalendar: fc.Arbitrary<Calendar> = fc.record({
  time_zone: fc.constantFrom(...zones),
  hours: fc
    .record(Object.fromEntries(weekdays.map((name) => [name, spans])), { requiredKeys: [] })
    .filter((hours) => Object.keys(hours).length > 0) as fc.Arbitrary<Calendar['hours']>,
  holidays: fc.array(anyDate, { maxLength: 5 }),
})
const maybeCalendar = fc.option(anyCalendar)

describe('for any calendar', () => {
  test('without one all time counts', () => {
    fc.assert(
      fc.property(anyInstant, fc.nat(), (from, amount) => {
        expect(countedBetween(null, from, from + amount)).toBe(amount)
        expect(addCounted(null, from, amount)).toBe(from + amount)
      }),
    )
  })

  test('counting is additive and never exceeds the elapsed time', () => {
    fc.assert(
      fc.property(maybeCalendar, fc.tuple(anyInstant, anyInstant, anyInstant), (given, unsorted) => {
        const [a, b, c] = unsorted.toSorted((x, y) => x - y) as [number, number, number]
        const whole = countedBetween(given, a, c)
        expect(countedBetween(given, a, b) + countedBetween(given, b, c)).toBe(whole)
        expect(whole).toBeLessThanOrEqual(c - a)
        expect(whole).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 150 },
    )
  })

  test('adding is the inverse of counting, and monotone', () => {
    fc.assert(
      fc.property(
        maybeCalendar,
        anyInstant,
        // What the emptiest calendar, a quarter of an hour a week, still reaches.
        fc.integer({ min: 0, max: 60 * hour }),
        fc.integer({ min: 0, max: 30 * hour }),
        (given, from, amount, more) => {
          const at = addCounted(given, from, amount)
          expect(at).toBeGreaterThanOrEqual(from + amount)
          expect(countedBetween(given, from, at)).toBe(amount)
          expect(addCounted(given, from, amount + more)).toBeGreaterThanOrEqual(at)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('a day counts the wall clock time, except for a daylight saving change', () => {
    fc.assert(
      fc.property(anyCalendar, anyInstant, (given, at) => {
        const from = at - (at % minute)
        const expected = minutesOnTheWall(given, from, from + day)
        const difference = Math.abs(countedBetween(given, from, from + day) / minute - expected)
        expect(difference).toBeLessThanOrEqual(changesClocks(given.time_zone, from) ? 60 : 0)
      }),
      { numRuns: 60 },
    )
  })
})

const quarter = 15 * minute

/** Samples the wall clock at every quarter of an hour: no calendar here opens or closes in between. */
function minutesOnTheWall({ time_zone, hours, holidays }: Calendar, from: number, to: number): number {
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const starts = [from]
  for (let at = from - (from % quarter) + quarter; at < to; at += quarter) starts.push(at)
  let minutes = 0
  for (const [i, at] of starts.entries()) {
    const [date, shown] = wall.format(at).split(' ') as [string, string]
    if (holidays.includes(date)) continue
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7]!
    const open = hours[weekday] ?? []
    if (open.some(([opens, closes]) => opens <= shown && shown < closes))
      minutes += ((starts[i + 1] ?? to) - at) / minute
  }
  return minutes
}

function changesClocks(zone: string, from: number): boolean {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (at: number) => name.format(at).split(' ').at(-1)
  return offset(from - day) !== offset(from + 2 * day)
}
