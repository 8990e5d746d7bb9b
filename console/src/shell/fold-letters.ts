/** Letters as they are compared with what was typed: in lower case, without accents. */
export const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
