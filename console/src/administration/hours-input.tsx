import './hours-input.css'
import { Button, Checkbox, CloseButton, Fieldset, Input, Stack } from '@mantine/core'
import { useRef, useState, type FocusEvent } from 'react'
import type { OwnInputProps } from '../records/field-input.tsx'
import { Caption, Dimmed } from '../shell/dimmed.ts'
import { administration } from '../words/administration.ts'
import { hoursProblem, officeHours, weekdays, type Hours, type OpenSpan } from './calendar.ts'
import { SpanInput } from './span-input.tsx'

const { sla: w } = administration

/** A row for each day: whether it is open, and from when until when. */
export function HoursInput({ label, hint, value, error, change }: OwnInputProps) {
  const hours = (value ?? {}) as Hours
  const isClosed = weekdays.every((day) => !hours[day]?.length)
  const copyFirst = () =>
    change({ ...hours, ...Object.fromEntries(weekdays.slice(1, 5).map((day) => [day, hours.mon])) })
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="xs">
        <Caption>{hint}</Caption>
        {weekdays.map((day) => (
          <Day
            key={day}
            name={w.days[day]}
            spans={hours[day] ?? []}
            isMissed={error !== undefined && isClosed}
            set={(spans) => change({ ...hours, [day]: spans })}
            copy={day === 'mon' ? copyFirst : undefined}
          />
        ))}
        {error && <Input.Error role="alert">{error}</Input.Error>}
      </Stack>
    </Fieldset>
  )
}

interface DayProps {
  name: string
  spans: readonly OpenSpan[]
  /** No day is open, and one has to be. */
  isMissed: boolean
  set: (spans: readonly OpenSpan[]) => void
  copy: (() => void) | undefined
}

function Day({ name, spans, isMissed, set, copy }: DayProps) {
  const isOpen = spans.length > 0
  const [isTyping, setTyping] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const times = useRef<HTMLDivElement>(null)
  // Half of a time is no mistake yet, and neither are hours that were only just added.
  const problem = isTyping ? undefined : hoursProblem(spans)
  const change = (next: readonly OpenSpan[]) => {
    setTyping(true)
    set(next)
  }
  const addSpan = () => {
    change([...spans, ['', '']])
    requestAnimationFrame(() =>
      times.current?.querySelector<HTMLElement>('.hours-span:last-of-type input')?.focus(),
    )
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    currentTarget.contains(relatedTarget) || setTyping(false)
  return (
    <div className="hours-day" role="group" aria-label={name}>
      <Checkbox
        label={name}
        checked={isOpen}
        error={isMissed}
        aria-invalid={isMissed}
        onChange={() => set(isOpen ? [] : [officeHours])}
      />
      <div ref={times} onBlur={leave}>
        {!isOpen && <Dimmed>{w.closed}</Dimmed>}
        {spans.map((span, index) => (
          <div key={index} className="hours-span">
            <SpanInput
              name={name}
              number={index + 1}
              span={span}
              isInvalid={problem !== undefined}
              set={(next) => change(spans.with(index, next))}
            />
            {spans.length > 1 && (
              <CloseButton
                size="sm"
                aria-label={w.removeSpan(name, index + 1)}
                onClick={() => {
                  add.current?.focus() // this button disappears
                  set(spans.toSpliced(index, 1))
                }}
              />
            )}
          </div>
        ))}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
      </div>
      {isOpen && (
        <Button ref={add} size="compact-xs" variant="subtle" aria-label={w.addSpanOf(name)} onClick={addSpan}>
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
