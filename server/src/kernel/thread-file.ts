import { fileURLToPath } from 'node:url'

/** The built file of a thread beside the module `from`, even when that runs from source. */
export const threadFile = (from: string, name: string): string =>
  fileURLToPath(new URL(name, from)).replace(/([\\/]server[\\/])src([\\/]modules[\\/])/, '$1dist$2')
