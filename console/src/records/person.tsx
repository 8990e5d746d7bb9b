import { Avatar, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/client.ts'
import type { PersonName as NamedPerson } from '../api/schema.d.ts'
import { initialsOf } from '../shell/initials.ts'
import { shell } from '../words/shell.ts'
import { findPerson } from './people.ts'

export const personQuery = (email: string) => ({
  queryKey: ['/people', 'one', email.toLowerCase()],
  queryFn: () => findPerson(email),
  staleTime: 300_000,
  retry: (count: number, error: Error) => count < 1 && !(error instanceof ApiError && error.status < 500),
})

/** The account with this email address; undefined while loading, and for an address without an account. */
export function usePerson(email: string | null | undefined): NamedPerson | undefined {
  const { data } = useQuery({ ...personQuery(email ?? ''), enabled: Boolean(email) })
  return data ?? undefined
}

/** Until the name is known, the beginning of the address: it is about as long, so that what follows stays in its place. */
function useName(email: string, known: string | undefined): string {
  const { data, isLoading } = useQuery({ ...personQuery(email), enabled: known === undefined })
  return known ?? data?.name ?? (isLoading ? email.split('@')[0]! : withoutOwnDomain(email))
}

/** Decorative: always shown beside the name, or with a label. */
export const Initials = ({ name, size = 22 }: { name: string; size?: number }) => (
  <Avatar size={size} radius="xl" color="gray" className="initials" aria-hidden>
    {initialsOf(name)}
  </Avatar>
)

/** The service itself, applications and webhooks have made-up addresses, of which only the beginning says something. */
const withoutOwnDomain = (email: string) =>
  email === 'system@mainstay.local'
    ? shell.brand
    : email.replace(/(\.[^.@]+@webhooks|@clients)\.mainstay\.local$/, '')

interface Props {
  email: string
  /** Where the service has sent the name already. */
  name?: string
  withoutInitials?: boolean
}

/** A person by name, with initials; the email address is shown on hover, and instead of an unknown name. */
export function PersonName({ email, name, withoutInitials = false }: Props) {
  const shown = useName(email, name)
  if (withoutInitials) return <span title={email}>{shown}</span>
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex" miw={0} maw="100%" title={email}>
      <Initials name={shown} />
      <Text span inherit truncate>
        {shown}
      </Text>
    </Group>
  )
}
