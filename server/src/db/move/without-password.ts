/** The address of a database as it may be logged: without the password and the options, which may hold one too. */
export const withoutPassword = (url: string) =>
  url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/[^:/]*):[^/]*@/, '$1@')
