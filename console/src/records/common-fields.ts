import type { Field } from './field-input.tsx'
import { priorityChoices } from './priorities.ts'

type Labels = Record<'summary' | 'priority' | 'group' | 'assignee', string>

/** Fields that incidents, changes and requests have in common. */
export const commonFields = (labels: Labels) =>
  ({
    summary: { name: 'short_description', label: labels.summary, required: true },
    priority: {
      name: 'priority',
      label: labels.priority,
      kind: 'choice',
      required: true,
      choices: priorityChoices,
    },
    group: { name: 'assignment_group', label: labels.group, kind: 'group' },
    assignee: { name: 'assigned_to', label: labels.assignee, kind: 'person' },
  }) as const satisfies Record<keyof Labels, Field>
