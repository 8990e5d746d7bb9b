// Measures the AI layer: npm run eval -- [--data <folder>] [--part <name>] [--json]
import { ensureBuilt, ensureInstalled, importBuilt } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await importBuilt('bench/dist/eval/main.js')
