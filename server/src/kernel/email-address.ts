/** One address has many spellings, so records keep it in lower case. Imports once stored names in its place, which stay. */
export const toStoredAddress = (text: string): string => (text.includes('@') ? text.toLowerCase() : text)
