import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ifMatch, withId } from '../api/client.ts'
import { create, remove, useRead } from '../api/records.ts'
import type { BusinessCalendar } from '../api/schema.d.ts'
import { choicesOf } from '../records/choices-from.ts'
import { Entries, entriesOf, Entry } from '../records/entries.tsx'
import type { Draft, Field } from '../records/field-input.tsx'
import { Fields } from '../records/fields.tsx'
import { Form } from '../records/form.tsx'
import { useKeptFocus } from '../records/use-kept-focus.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { accounts } from '../words/accounts.ts'
import { administration } from '../words/administration.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { calendarsPath, toBody, toDraft, defaultWeek, weekOf } from './calendar.ts'
import { HolidaysInput } from './holidays-input.tsx'
import { HoursInput } from './hours-input.tsx'
import { timeZones } from './time-zones.ts'

const { sla: w } = administration

const zones = choicesOf(timeZones)

const fields: readonly Field[] = [
  { name: 'name', label: accounts.name, required: true },
  {
    name: 'hours',
    label: w.hours,
    hint: w.hoursHint,
    input: HoursInput,
    textOf: (hours) => weekOf({ hours } as BusinessCalendar),
  },
  { name: 'holidays', label: w.holidays, hint: w.holidaysHint, input: HolidaysInput },
  { name: 'time_zone', label: w.zone, hint: w.zoneHint, kind: 'suggest', choices: zones, required: true },
]

export function Calendars() {
  const calendars = useRead(calendarsPath)
  const [isMaking, setMaking] = useState(false)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [calendarsPath] })
  const make = async (given: Draft) => {
    await create(calendarsPath, toBody(given))
    notify(shell.saved)
    setMaking(false)
    await refresh()
  }
  const actions = !isMaking && (
    <Button size="xs" variant="default" onClick={() => setMaking(true)}>
      {w.create}
    </Button>
  )
  return (
    <Section title={w.calendars} actions={actions}>
      <Stack gap="sm" {...useKeptFocus()}>
        <Text size="sm">{w.calendarsHint}</Text>
        {isMaking && (
          <Form
            fields={fields}
            initial={defaultWeek}
            label={shell.create}
            submit={make}
            cancel={() => setMaking(false)}
          />
        )}
        <Entries list={entriesOf(calendars)} idOf={({ id }) => id} count={w.count} empty={w.none}>
          {(calendar) => <CalendarEntry calendar={calendar} refresh={refresh} />}
        </Entries>
      </Stack>
    </Section>
  )
}

function CalendarEntry({ calendar, refresh }: { calendar: BusinessCalendar; refresh: () => Promise<void> }) {
  const { id, name, version } = calendar
  const [isEditing, setEditing] = useState(false)
  const draft = toDraft(calendar)
  const save = (patch: Draft, etag: string | undefined) =>
    api
      .PUT('/sla/calendars/{id}', { ...withId(id), ...ifMatch(etag), body: toBody({ ...draft, ...patch }) })
      // Also after an error: the user must see what others changed.
      .finally(() => void refresh())
  const deleteCalendar = async () => {
    await remove(calendarsPath, id)
    notify(records.deleted)
    await refresh()
  }
  return (
    <Entry
      title={name}
      facts={[
        [w.zone, calendar.time_zone],
        [w.holidays, w.holidayCount(calendar.holidays.length)],
      ]}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={w.editOne(name)}
            onClick={() => setEditing(!isEditing)}
          >
            {records.edit}
          </Button>
          <ConfirmButton
            label={records.delete}
            aria-label={records.deleteOne(name)}
            question={w.deleteQuestion(name)}
            act={deleteCalendar}
          />
        </>
      }
    >
      <Text size="sm">{weekOf(calendar)}</Text>
      {isEditing && (
        <Fields
          fields={fields}
          answer={{ body: { ...draft, version }, etag: `"${version}"` }}
          save={save}
          leave={() => setEditing(false)}
        />
      )}
    </Entry>
  )
}
