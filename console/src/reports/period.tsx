import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { DateInput } from '../records/date-input.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { reports as w } from '../words/reports.ts'
import { groupOf, queryOf, ranges, withDates, type Dates, type View } from './model.ts'

interface Props {
  view: View
  /** The dates that are shown, also where the view names only a number of days. */
  shown: Dates | undefined
}

/** The last days, or any dates. */
export function Period({ view, shown }: Props) {
  const navigate = useNavigate()
  const { days } = queryOf(view) as { days?: number }
  const change = (shown: Dates, changed: Partial<Dates>) => {
    const search = (current: View) => withDates(current, shown, changed)
    void navigate({ to: '/reports', search, resetScroll: false })
  }
  return (
    <Group gap="xs">
      <Button.Group>
        {ranges.map((range) => (
          <ButtonLink
            key={range}
            to="/reports"
            search={{ ...groupOf(view), days: range }}
            size="xs"
            variant={range === days ? 'filled' : 'default'}
            aria-current={range === days}
          >
            <span className="unseen">{w.range} </span>
            {w.days(range)}
          </ButtonLink>
        ))}
      </Button.Group>
      {shown && (
        <Group gap={6} wrap="nowrap">
          <DateInput
            {...dateField(w.from)}
            value={view.from ?? shown.from}
            change={(from) => from && change(shown, { from })}
          />
          <DateInput
            {...dateField(w.to)}
            value={view.to ?? shown.to}
            change={(to) => to && change(shown, { to })}
          />
        </Group>
      )}
    </Group>
  )
}

const dateField = (label: string) =>
  ({ kind: 'date', size: 'xs', w: '8.5rem', 'aria-label': label, title: label }) as const
