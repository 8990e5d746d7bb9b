import { Text, Timeline } from '@mantine/core'
import type { DeliveryAttempt as Attempt, DeliveryDetails as DeliveryInFull } from '../../api/schema.d.ts'
import { Section } from '../../shell/section.tsx'
import { fromNow, When } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { CodeText, pretty } from '../copyable.tsx'
import { answerOf } from './answer.ts'

const { deliveries: w } = webhooks

const isSuccessful = ({ error, status }: Attempt) =>
  error === null && status !== null && status >= 200 && status < 300

/** Each attempt with its response, and when the next one is due. */
export function Attempts({ delivery: { attempts, status, next_attempt_at } }: { delivery: DeliveryInFull }) {
  return (
    <Section title={w.attempts}>
      {attempts.length === 0 && <Text size="sm">{w.noAttempts}</Text>}
      <Timeline active={attempts.length - 1} bulletSize={14} lineWidth={2}>
        {attempts.map((attempt) => (
          <Timeline.Item
            key={attempt.attempt}
            color={isSuccessful(attempt) ? 'teal' : 'red'}
            title={`${w.attempt(attempt.attempt)}: ${answerOf(attempt)}`}
          >
            <Outcome attempt={attempt} />
          </Timeline.Item>
        ))}
        {next_attempt_at && (
          <Timeline.Item title={w.next} lineVariant="dashed">
            <Text size="sm" c="dimmed">
              {Date.parse(next_attempt_at) > Date.now() ? (
                <>
                  <When at={next_attempt_at} />, {fromNow(next_attempt_at)}
                </>
              ) : (
                w.due
              )}
            </Text>
          </Timeline.Item>
        )}
      </Timeline>
      {status === 'failed' && <Text size="sm">{w.ended}</Text>}
    </Section>
  )
}

const Outcome = ({
  attempt: { attempt, at, latency_ms, retry_after, response_body, status },
}: {
  attempt: Attempt
}) => (
  <>
    <Text size="xs" c="dimmed">
      <When at={at} />, {w.duration(latency_ms)}
    </Text>
    {retry_after && <Text size="sm">{w.retryAfter(retry_after)}</Text>}
    {response_body && <CodeText text={pretty(response_body)} label={w.answered(attempt)} />}
    {!response_body && status !== null && <Text size="sm">{w.noBody}</Text>}
  </>
)
