import { Autocomplete } from '@mantine/core'
import { administration } from '../words/administration.ts'
import { timeOf, type OpenSpan } from './calendar.ts'

const { sla: w } = administration

/** Each half hour of a day; other times can be typed. */
const times = Array.from(
  { length: 49 },
  (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
)

interface Props {
  name: string
  number: number
  span: OpenSpan
  isInvalid: boolean
  set: (span: OpenSpan) => void
}

/** From when until when a day is open. */
export const SpanInput = ({ name, number, span: [from, to], isInvalid, set }: Props) => (
  <>
    <Time
      label={w.from(name, number)}
      value={from}
      isInvalid={isInvalid}
      change={(next) => set([next, to])}
    />
    <span aria-hidden>–</span>
    <Time
      label={w.until(name, number)}
      value={to}
      isInvalid={isInvalid}
      change={(next) => set([from, next])}
    />
  </>
)

interface TimeProps {
  label: string
  value: string
  isInvalid: boolean
  change: (value: string) => void
}

/** A time of day: chosen from the list, or typed. */
const Time = ({ label, value, isInvalid, change }: TimeProps) => (
  <Autocomplete
    aria-label={label}
    size="xs"
    w="5rem"
    data={times}
    // After a complete time, offer the whole list again.
    filter={({ options, search }) =>
      options.filter((time) => search.length > 4 || ('value' in time && time.value.includes(search)))
    }
    maxDropdownHeight={200}
    // A week has many of them, each with a long list.
    comboboxProps={{ keepMounted: false }}
    value={value}
    error={isInvalid}
    onChange={change}
    onBlur={() => value !== timeOf(value) && change(timeOf(value))}
  />
)
