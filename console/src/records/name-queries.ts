/** What the query parameter of the API takes. */
const maxLength = 2000

/** The addresses, separated by commas, in as few queries as they fit into. */
export function queriesFor(emails: readonly string[]): string[] {
  const queries: string[] = []
  for (const email of emails) {
    const last = queries.at(-1)
    if (last !== undefined && last.length + email.length < maxLength)
      queries[queries.length - 1] = `${last},${email}`
    else queries.push(email)
  }
  return queries
}
