import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { ApiError } from '../../api/client.ts'
import type { DryRun } from '../../api/schema.d.ts'
import { Caption } from '../../shell/dimmed.ts'
import { Failure } from '../../shell/failure.tsx'
import { lineOf, problemText } from '../../shell/problem-text.ts'
import { webhooks } from '../../words/webhooks.ts'
import { shell } from '../../words/shell.ts'
import { sentence } from '../rules/values.ts'
import { StateBadge } from '../../records/state-badge.tsx'
import { targets, type Mapping } from './model.ts'

const { preview: w, mapping } = webhooks

interface Props {
  isEmpty: boolean
  result: DryRun | undefined
  error: Error | null
}

export function PreviewResult({ isEmpty, result, error }: Props) {
  if (isEmpty) return <Text size="sm">{w.waiting}</Text>
  if (error instanceof ApiError && error.status === 400)
    return <Problems title={w.invalid} messages={messagesOf(error)} />
  if (error) return <Failure error={error} />
  if (!result) return <Text size="sm">{shell.loading}</Text>
  const { status, incident, dedup_key, work_note, failed_filter, errors } = result
  return (
    <Stack gap="xs">
      {!errors && (
        <Group>
          <StateBadge state={status} labels={w.statuses} />
        </Group>
      )}
      {failed_filter && <Text size="sm">{w.failedFilter(sentence(failed_filter))}</Text>}
      {errors && <Problems title={w.statuses.rejected} messages={errors.map(lineOf)} />}
      <MappedFields
        fields={{ ...incident, ...(dedup_key && { dedup_key }), ...(work_note && { work_note }) }}
      />
    </Stack>
  )
}

const messagesOf = (error: ApiError) =>
  error.errors.length > 0 ? error.errors.map(lineOf) : [problemText(error)]

const Problems = ({ title, messages }: { title: string; messages: string[] }) => (
  <Alert color="red" title={title}>
    <List size="sm">
      {messages.map((message) => (
        <List.Item key={message} className="anywhere">
          {message}
        </List.Item>
      ))}
    </List>
  </Alert>
)

const MappedFields = ({ fields }: { fields: Mapping }) => (
  <Stack gap={6} component="dl" m={0}>
    {targets
      .filter((target) => fields[target] !== undefined)
      .map((target) => (
        <div key={target}>
          <Caption component="dt">{mapping.targets[target]}</Caption>
          <Text component="dd" size="sm" m={0} className="code">
            {fields[target]}
          </Text>
        </div>
      ))}
  </Stack>
)
