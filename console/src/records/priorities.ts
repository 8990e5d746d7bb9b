export const priorities = ['P1', 'P2', 'P3', 'P4'] as const
export type Priority = (typeof priorities)[number]

export const priorityChoices = priorities.map((value) => ({ value, label: value }))
