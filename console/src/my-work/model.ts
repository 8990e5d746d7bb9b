export const openChanges = 'draft,submitted,approved,scheduled,implementing,review'
export const openRequests = 'submitted,approved,in_fulfillment'

/** Rows of each part of the home page. */
export const shown = '10'
