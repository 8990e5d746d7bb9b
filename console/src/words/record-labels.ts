/** Fields that incidents, changes and requests have in common. */
export const recordLabels = {
  number: 'Number',
  summary: 'Summary',
  description: 'Description',
  state: 'State',
  priority: 'Priority',
  category: 'Category',
  impact: 'Impact',
  group: 'Group',
  noGroup: 'No group',
  assignee: 'Assigned to',
  unassigned: 'Unassigned',
} as const
