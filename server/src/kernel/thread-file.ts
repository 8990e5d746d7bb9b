import { fileURLToPath } from 'node:url'

/** The built file of a thread, even when the module that starts it runs from source. */
export const threadFile = (beside: URL): string =>
  fileURLToPath(beside).replace(/([\\/]server[\\/])src([\\/]modules[\\/])/, '$1dist$2')
