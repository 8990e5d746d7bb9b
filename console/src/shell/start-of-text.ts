/** The start of a text, never with half a surrogate pair at its end, which the service would refuse. */
export const startOfText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
