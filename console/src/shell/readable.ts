/** A message of the service for people: "assigned_to must be …" becomes "Assigned to must be …". */
export function readable(message: string): string {
  const text = message.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => name.replaceAll('_', ' '))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
