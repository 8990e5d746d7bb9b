import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { upperFirst } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, request } from '../api/client.ts'
import type { CopilotAction } from '../api/schema.d.ts'
import { labelOf } from '../shell/label-of.ts'
import { toText } from '../shell/to-text.ts'
import { catchFocus } from '../shell/catch-focus.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { pageOfRecord } from '../shell/record-pages.ts'
import { copilot as w } from '../words/copilot.ts'
import { shell } from '../words/shell.ts'

const root = '/prod/api/v1'

/** The ID of the affected record: from the path of the action, or from the response of a creation. */
const recordOf = ({ path }: CopilotAction, created: unknown) =>
  /\/((?:INC|CHG|REQ|KB)[0-9A-Z]{7}|CI\d+)(?:\/|$)/.exec(path)?.[1] ??
  (created as { id?: string } | undefined)?.id

/** An action that the copilot proposes; it runs only when the user confirms it. */
export function Proposal({ action }: { action: CopilotAction }) {
  const queries = useQueryClient()
  const [key] = useState(() => crypto.randomUUID()) // pressed twice, it runs once
  const [isDismissed, setDismissed] = useState(false)
  const doing = useMutation({
    mutationFn: async () => {
      if (!action.path.startsWith(`${root}/`)) throw new Error(w.unsupported)
      const body = await bodyOf<unknown>(
        request(action.method.toLowerCase(), action.path.slice(root.length), {
          body: action.body,
          ...(action.method === 'POST' && { headers: { 'idempotency-key': key } }),
        }),
      )
      return recordOf(action, body) ?? ''
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
  if (isDismissed)
    return (
      <Dimmed ref={catchFocus} tabIndex={-1}>
        {w.dismissed(action.label)}
      </Dimmed>
    )
  return (
    <Paper withBorder p="sm" role="group" aria-label={upperFirst(action.label)}>
      <Stack gap="xs">
        <Text size="sm" fw={600} className="anywhere">
          {upperFirst(action.label)}
        </Text>
        <Fields body={action.body} />
        {!action.allowed && <Text size="sm">{w.impossible(action.reason ?? '')}</Text>}
        {doing.error && <Failure error={doing.error} />}
        {doing.isSuccess ? (
          <Text ref={catchFocus} tabIndex={-1} size="sm" role="status">
            {w.done}{' '}
            {doing.data && action.method !== 'DELETE' && (
              <AnchorLink to={pageOfRecord(doing.data)}>{w.open(doing.data)}</AnchorLink>
            )}
          </Text>
        ) : (
          action.allowed && (
            <Group gap="xs">
              <Button size="xs" loading={doing.isPending} onClick={() => doing.mutate()}>
                {w.confirm}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDismissed(true)}>
                {shell.dismiss}
              </Button>
            </Group>
          )
        )}
      </Stack>
    </Paper>
  )
}

/** Every field that would be written, so that nothing is confirmed unseen. */
const Fields = ({ body = {} }: { body: CopilotAction['body'] }) => (
  <ul className="proposed">
    {Object.entries(body).map(([name, value]) => (
      <li key={name} className="anywhere">
        {labelOf(name)}: {toText(value)}
      </li>
    ))}
  </ul>
)
