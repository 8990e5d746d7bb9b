import './attempts.css'
import { Text, Timeline } from '@mantine/core'
import type { DeliveryAttempt as Attempt, DeliveryDetails as DeliveryInFull } from '../../api/schema.d.ts'
import { Caption, Dimmed } from '../../shell/dimmed.ts'
import { Section } from '../../shell/section.tsx'
import { fromNow, WhenExactly } from '../../shell/time.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { Copyable, pretty } from '../copyable.tsx'
import { answerOf } from './answer.ts'

const { deliveries: w } = webhooks

const isSuccessful = ({ error, status }: Attempt) =>
  error === null && status !== null && status >= 200 && status < 300

/** When the next attempt is due, and each one so far with its response, the latest first. */
export function Attempts({ delivery }: { delivery: DeliveryInFull }) {
  const { attempts, status, next_attempt_at, is_test } = delivery
  const latest = attempts.at(-1)
  return (
    <Section title={w.attempts}>
      {status === 'failed' && !is_test && <Text size="sm">{w.ended}</Text>}
      {attempts.length === 0 && <Text size="sm">{w.noAttempts}</Text>}
      <Timeline active={attempts.length} bulletSize={14} lineWidth={2}>
        {next_attempt_at && (
          <Timeline.Item title={w.next} color="gray" lineVariant="dashed">
            <Dimmed>
              <NextAttempt at={next_attempt_at} />
            </Dimmed>
          </Timeline.Item>
        )}
        {attempts.toReversed().map((attempt) => (
          <Timeline.Item key={attempt.attempt} color={isSuccessful(attempt) ? 'teal' : 'red'}>
            <Outcome attempt={attempt} isLatest={attempt === latest} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}

export const NextAttempt = ({ at }: { at: string }) =>
  Date.parse(at) > Date.now() ? (
    <>
      <WhenExactly at={at} />, {fromNow(at)}
    </>
  ) : (
    w.due
  )

/** Only the latest response is open: all of them are often the same. */
const Outcome = ({ attempt, isLatest }: { attempt: Attempt; isLatest: boolean }) => {
  const { attempt: number, at, latency_ms, retry_after, response_body, status } = attempt
  const title = `${w.attempt(number)}: ${answerOf(attempt)}`
  const head = (
    <>
      <Text fw={600} span>
        {title}
      </Text>
      <Caption>
        <WhenExactly at={at} />, {w.duration(latency_ms)}
      </Caption>
    </>
  )
  const wait = retry_after && <Text size="sm">{w.retryAfter(retry_after)}</Text>
  if (!response_body)
    return (
      <>
        {head}
        {wait}
        {status !== null && <Text size="sm">{w.noBody}</Text>}
      </>
    )
  return (
    <details open={isLatest} className="attempt">
      <summary>{head}</summary>
      {wait}
      <Copyable label={w.answered(number)} text={pretty(response_body)} />
    </details>
  )
}
