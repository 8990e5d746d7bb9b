/** The page's policy lets in only styles that carry it. */
export const nonce = document.querySelector('meta[name="nonce"]')?.getAttribute('content') ?? ''

/** Where the part of Mantine that keeps the page still behind a dialog looks for it. */
Object.assign(globalThis, { __webpack_nonce__: nonce })
