/** What the name of a field says in words: `assigned_to` is Assigned to. */
export const labelOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
