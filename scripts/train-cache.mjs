// Trains the network of the AI cache: npm run train:cache (a minute or two, offline; see docs/adr/0017)
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await import(`${root}bench/dist/train/main.js`)
