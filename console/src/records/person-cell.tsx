import { useMe } from '../session/me.ts'
import { PersonName } from './person.tsx'

/** A person by name in a list. Viewers may not look up people: they see the email address. */
export function PersonCell({ email, withoutInitials = false }: { email: string; withoutInitials?: boolean }) {
  const { me } = useMe()
  const isWorker = me?.roles.some((role) => role !== 'viewer')
  return isWorker ? <PersonName email={email} withoutInitials={withoutInitials} /> : email
}
