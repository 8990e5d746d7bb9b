import { upperFirst } from '@mantine/hooks'

/** What the name of a field says in words: `assigned_to` is Assigned to. */
export const labelOf = (name: string): string => upperFirst(name.replaceAll('_', ' '))
