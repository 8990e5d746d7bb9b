import './hours-input.css'
import { Autocomplete, Button, Checkbox, CloseButton, Fieldset, Input, Stack, Text } from '@mantine/core'
import type { OwnInputProps } from '../records/field-input.tsx'
import { administration } from '../words/administration.ts'
import { hoursProblem, officeHours, timeOf, weekdays, type Hours, type OpenSpan } from './calendar.ts'

const { sla: w } = administration

/** Each half hour of a day; other times can be typed. */
const times = Array.from(
  { length: 49 },
  (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
)

/** A row for each day: whether it is open, and from when until when. */
export function HoursInput({ label, hint, value, error, change }: OwnInputProps) {
  const hours = (value ?? {}) as Hours
  const copyFirst = () =>
    change({ ...hours, ...Object.fromEntries(weekdays.slice(1, 5).map((day) => [day, hours.mon])) })
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
        {weekdays.map((day) => (
          <Day
            key={day}
            name={w.days[day]}
            spans={hours[day] ?? []}
            set={(spans) => change({ ...hours, [day]: spans })}
            copy={day === 'mon' ? copyFirst : undefined}
          />
        ))}
        {error && <Input.Error>{error}</Input.Error>}
      </Stack>
    </Fieldset>
  )
}

interface DayProps {
  name: string
  spans: readonly OpenSpan[]
  set: (spans: readonly OpenSpan[]) => void
  copy: (() => void) | undefined
}

function Day({ name, spans, set, copy }: DayProps) {
  const isOpen = spans.length > 0
  const problem = hoursProblem(spans)
  return (
    <div className="hours-day" role="group" aria-label={name}>
      <Checkbox label={name} checked={isOpen} onChange={() => set(isOpen ? [] : [officeHours])} />
      <div>
        {!isOpen && (
          <Text size="sm" c="dimmed">
            {w.closed}
          </Text>
        )}
        {spans.map((span, index) => (
          <div key={index} className="hours-span">
            <Span name={name} number={index + 1} span={span} set={(next) => set(spans.with(index, next))} />
            {spans.length > 1 && (
              <CloseButton
                size="sm"
                aria-label={w.removeSpan(name, index + 1)}
                onClick={() => set(spans.toSpliced(index, 1))}
              />
            )}
          </div>
        ))}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
      </div>
      {isOpen && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={w.addSpanOf(name)}
          onClick={() => set([...spans, ['', '']])}
        >
          {w.addSpan}
        </Button>
      )}
      {isOpen && copy && (
        <Button size="compact-xs" variant="subtle" onClick={copy}>
          {w.copyFirst}
        </Button>
      )}
    </div>
  )
}

interface SpanProps {
  name: string
  number: number
  span: OpenSpan
  set: (span: OpenSpan) => void
}

const Span = ({ name, number, span: [from, to], set }: SpanProps) => (
  <>
    <Time label={w.from(name, number)} value={from} change={(next) => set([next, to])} />
    <span aria-hidden>–</span>
    <Time label={w.until(name, number)} value={to} change={(next) => set([from, next])} />
  </>
)

interface TimeProps {
  label: string
  value: string
  change: (value: string) => void
}

/** A time of day: chosen from the list, or typed. */
const Time = ({ label, value, change }: TimeProps) => (
  <Autocomplete
    aria-label={label}
    size="xs"
    w="5rem"
    data={times}
    // A whole time is there to be replaced: all others are offered.
    filter={({ options, search }) =>
      options.filter((time) => search.length > 4 || ('value' in time && time.value.includes(search)))
    }
    maxDropdownHeight={200}
    // A week has many of them, each with a long list.
    comboboxProps={{ keepMounted: false }}
    value={value}
    onChange={change}
    onBlur={() => value !== timeOf(value) && change(timeOf(value))}
  />
)
