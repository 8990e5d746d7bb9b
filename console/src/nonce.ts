/** The page's policy lets in only styles that carry it. */
export const nonce = document.querySelector('meta[name="nonce"]')?.getAttribute('content') ?? ''
