// Measures the AI layer: npm run eval -- [--data <folder>] [--part <name>] [--json]
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await import(`${root}bench/dist/eval/main.js`)
