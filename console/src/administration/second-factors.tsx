import { Badge, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { api, withId } from '../api/client.ts'
import { usePart } from '../api/records.ts'
import type { SecondFactor } from '../api/schema.d.ts'
import { Facts, type Fact } from '../records/facts.tsx'
import { Loaded } from '../records/loaded.tsx'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { twoFactor as w } from '../words/two-factor.ts'

/** Lets an administrator see whether a user has a second factor, and reset it when it is lost. */
export function UserSecondFactors({ id }: { id: string }) {
  const queries = useQueryClient()
  const query = usePart('/users/{id}/second-factors', id)
  const reset = async () => {
    await api.DELETE('/users/{id}/second-factors', withId(id))
    notify(w.resetDone)
    await queries.invalidateQueries({ queryKey: ['/users', id, 'second-factors'] })
  }
  const isOn = (query.data?.total ?? 0) > 0
  return (
    <Section
      title={w.state}
      actions={isOn && <ConfirmButton label={w.reset} question={w.resetQuestion} act={reset} />}
    >
      <Loaded query={query}>
        {({ data, recovery_codes_left, required }) => (
          <>
            <Group gap="xs">
              <Badge color={isOn ? 'teal' : 'gray'}>{isOn ? w.isOn : w.isOff}</Badge>
              {required && <Text size="sm">{w.requiredByRoles}</Text>}
            </Group>
            <Facts facts={[...data.map(lastUseOf), [w.recovery, isOn && w.left(recovery_codes_left)]]} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const lastUseOf = ({ name, type, last_used_at: at }: SecondFactor): Fact => [
  `${name} (${w.types[type]})`,
  <Fragment key="used">
    {w.lastUsed} {at ? <When at={at} /> : w.neverUsed}
  </Fragment>,
]
