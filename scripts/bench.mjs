import { ensureBuilt, ensureInstalled, importBuilt } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await importBuilt('bench/dist/main.js')
