export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]

/** The same on every page. */
export const priorityColours: Record<Priority, string> = { P1: 'red', P2: 'orange', P3: 'blue', P4: 'gray' }

export const priorityChoices = priorities.map((value) => ({ value, label: value }))
