import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
// In this very process: signals and the exit status are the service's own.
await import(`${root}server/dist/main.js`)
