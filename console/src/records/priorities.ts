export const priorities = ['P1', 'P2', 'P3', 'P4'] as const

export const priorityChoices = priorities.map((value) => ({ value, label: value }))
