export const firstRun = {
  title: 'Set up Mainstay',
  about: 'Five steps to a working service desk. Do them in any order.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: (steps: readonly string[]) => `Done: ${steps.join(', ')}`,
  optional: 'Optional',
  dismiss: 'Dismiss checklist',
  dismissQuestion:
    'The checklist is hidden from all administrators. You can show it again under Administration, Demo data.',
  showAgain: 'Show the setup checklist',
  shown: 'The setup checklist is shown on the home page again.',
  steps: {
    people: {
      title: 'Add people',
      hint: 'Create users for your agents and approvers, with roles and groups.',
      action: 'Add a user',
    },
    sla: {
      title: 'Set resolution targets',
      hint: 'How long each priority may take, and during which hours the clock runs.',
      action: 'Set targets',
    },
    alerts: {
      title: 'Connect alerts',
      hint: 'An inbound webhook turns the alerts of your monitoring into incidents.',
      action: 'Connect alerts',
    },
    cis: {
      title: 'Add configuration items',
      hint: 'Create them here, or import them with the API. Incidents then show what is affected.',
      action: 'Add an item',
    },
    demo: {
      title: 'Load demo data',
      hint: 'Sample records to try things out. You can remove them at any time.',
      action: 'Load demo data',
    },
  },
} as const
