import './calendar.css'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change } from '../api/schema.d.ts'
import { dayAndMonth } from '../shell/time.tsx'
import { changes as w } from '../words/changes.ts'
import { records } from '../words/records.ts'
import { ConflictBadge } from '../records/change-badges.tsx'
import { barOf, daysOf, type Span } from './calendar.ts'
import { risks } from '../records/risks.ts'
import { windowOf } from '../records/change-window.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const share = (part: number) => `${100 * part}%`

/** The days are drawn whether or not anything is planned in them. */
export const CalendarGrid = ({ span, children }: { span: Span; children: ReactNode }) => (
  <div className="calendar" style={{ '--days': span.days } as never} data-days={span.days}>
    <div className="calendar-days" aria-hidden>
      {daysOf(span).map(({ day, date, isWeekend }) => (
        <span key={day} data-weekend={isWeekend} data-monday={date.getDay() === 1}>
          <span className="calendar-weekday">{weekday.format(date)}</span>
          <span className="calendar-day">
            {date.getDate()}
            <span className="calendar-month">{dayAndMonth.format(date).replace(/^\d+/, '')}</span>
          </span>
        </span>
      ))}
    </div>
    <div className="calendar-rows">{children}</div>
  </div>
)

/** The list of links carries all the information as text; the bars are decorative. */
export function Bars({ span, changes }: { span: Span; changes: Change[] }) {
  const now = barOf({ planned_start: new Date().toISOString(), planned_end: null }, span)
  return (
    <ol aria-label={w.planned}>
      {changes.map((change) => {
        const bar = barOf(change, span)
        return (
          <li key={change.id}>
            <Link to="/changes/$id" params={{ id: change.id }}>
              <span className="calendar-name">
                {change.id} {change.short_description}
              </span>
              <span className="calendar-window">
                <ConflictBadge count={change.conflicts.length} size="xs" /> {w.states[change.state]},{' '}
                {windowOf(change)}
              </span>
            </Link>
            <div className="calendar-track" aria-hidden>
              {now && now.left > 0 && <i className="calendar-now" style={{ left: share(now.left) }} />}
              {bar && (
                <i
                  className="calendar-bar"
                  data-risk={change.risk}
                  data-state={change.state}
                  style={{ left: share(bar.left), width: share(bar.width) }}
                />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** What the colours of the bars mean. */
export const Legend = () => (
  <ul className="calendar-legend" aria-label={w.legend}>
    {risks.map((risk) => (
      <li key={risk}>
        <i className="calendar-bar" data-risk={risk} aria-hidden />
        {w.riskOf(records.levels[risk])}
      </li>
    ))}
    <li>
      <i className="calendar-bar" data-state="draft" aria-hidden />
      {w.draftOrClosed}
    </li>
    <li>
      <i className="calendar-now" aria-hidden />
      {w.now}
    </li>
  </ul>
)
