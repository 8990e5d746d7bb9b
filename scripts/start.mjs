import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
// In the same process, so that signals and the exit status are those of the service.
await import(`${root}server/dist/main.js`)
