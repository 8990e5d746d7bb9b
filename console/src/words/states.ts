/** Apart from the other words of their areas, because the home page shows them and addresses are checked against them. */
export const incidentStates = {
  new: 'New',
  in_progress: 'In progress',
  on_hold: 'On hold',
  resolved: 'Resolved',
  closed: 'Closed',
  cancelled: 'Cancelled',
  reopened: 'Reopened',
} as const

export const changeStates = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  scheduled: 'Scheduled',
  implementing: 'Implementing',
  review: 'Review',
  closed: 'Closed',
  cancelled: 'Cancelled',
} as const

/** How a change ended. */
export const closeCodes = {
  successful: 'Successful',
  successful_with_issues: 'Successful with issues',
  backed_out: 'Backed out',
  failed: 'Failed',
} as const

export const requestStates = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  in_fulfillment: 'In fulfilment',
  fulfilled: 'Fulfilled',
  closed: 'Closed',
  cancelled: 'Cancelled',
} as const
