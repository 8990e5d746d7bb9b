import { Type, type Static } from 'typebox'
import { invalidField } from '../../kernel/errors.ts'
import { maxTargetMinutes, priorities } from '../../kernel/priorities.ts'
import {
  Enum,
  extend,
  SingleLine,
  Named,
  NamedBody,
  NamedObject,
  Nullable,
  Pattern,
  Timestamp,
} from '../../kernel/schema.ts'
import { weekdays } from './calendar.ts'
import { isTimeZone } from './time-zones.ts'

const TargetMinutes = Type.Integer({ minimum: 1, maximum: maxTargetMinutes })

export const Policy = NamedObject('SlaPolicy', {
  priority: Enum(priorities),
  target_minutes: TargetMinutes,
  calendar_id: Nullable(Type.String({ description: 'null: 24/7' })),
  is_default: Type.Boolean({ description: 'true while it is the default from SLA_MINUTES' }),
  version: Type.Integer({
    description:
      'Send it in quotes as If-Match to replace only what you have read; 0 while it is the default',
  }),
})

export const PolicyInput = NamedBody(
  'SetSlaPolicy',
  { target_minutes: TargetMinutes, calendar_id: Type.Optional(Nullable(Type.String())) },
  ['priority', 'is_default', 'version'],
)
export type PolicyInput = Static<typeof PolicyInput>

const Time = Pattern('^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', 'a time such as 09:00')
const Span = Type.Unsafe<[from: string, to: string]>(Type.Array(Time, { minItems: 2, maxItems: 2 }))
const Spans = Named('HoursOfDay', Type.Array(Span, { maxItems: 10 }))
const Hours = NamedObject(
  'BusinessHours',
  Object.fromEntries(weekdays.map((day) => [day, Type.Optional(Spans)])) as Record<
    (typeof weekdays)[number],
    Type.TOptional<typeof Spans>
  >,
  { additionalProperties: false },
)
const Holidays = Type.Array(Type.String({ format: 'date' }), { maxItems: 1000 })

export const Calendar = NamedObject('BusinessCalendar', {
  id: Type.String(),
  name: SingleLine(100),
  time_zone: SingleLine(64, 'IANA name, such as Europe/Berlin'),
  hours: Hours,
  holidays: Holidays,
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const DeletedCalendar = Named(
  'DeletedBusinessCalendar',
  extend(Calendar, { deleted: Type.Literal(true) }),
)

export const CalendarInput = NamedBody(
  'WriteBusinessCalendar',
  { name: SingleLine(100), time_zone: SingleLine(64), hours: Hours, holidays: Type.Optional(Holidays) },
  ['id', 'version', 'created_at', 'updated_at'],
)
export type CalendarInput = Static<typeof CalendarInput>

/** Checks that a schema cannot express: the zone exists, the spans are in order, and the clock counts at all. */
export function checkCalendar({ time_zone, hours }: CalendarInput): void {
  if (!isTimeZone(time_zone))
    throw invalidField('time_zone', 'unknown', `time_zone ${time_zone} is not a known zone`)
  for (const day of weekdays) {
    let end = ''
    for (const [from, to] of hours[day] ?? []) {
      if (from < end || to <= from)
        throw invalidField(`hours.${day}`, 'order', `hours.${day} must be spans in order that do not overlap`)
      end = to
    }
  }
  if (weekdays.every((day) => (hours[day] ?? []).length === 0))
    throw invalidField('hours', 'empty', 'hours must have at least one span')
}
