/** Apart from the other words of their areas, because the home page shows them and addresses are checked against them. */
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

export const requestStates = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  in_fulfillment: 'In fulfilment',
  fulfilled: 'Fulfilled',
  closed: 'Closed',
  cancelled: 'Cancelled',
} as const
