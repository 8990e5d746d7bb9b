/** The start of a text, with an ellipsis where it was cut; half a character at the end is replaced. */
export const clip = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text
