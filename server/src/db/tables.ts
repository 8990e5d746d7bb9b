/** Every table of the database. Each store declares its own by declaration merging. */
// oxlint-disable-next-line no-empty-interface
export interface Tables {}
