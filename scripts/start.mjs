import { ensureBuilt, ensureInstalled, importBuilt } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
// In the same process, so that signals and the exit status are those of the service.
await importBuilt('server/dist/main.js')
