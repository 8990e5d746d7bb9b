/** The Content-Security-Policy of the page allows only styles with this nonce. */
export const nonce = document.querySelector('meta[name="nonce"]')?.getAttribute('content') ?? ''

/** react-remove-scroll, which Mantine uses for dialogs, reads the nonce from here. */
Object.assign(globalThis, { __webpack_nonce__: nonce })
