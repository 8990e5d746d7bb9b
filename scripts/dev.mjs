// Rebuilds on every change and starts the service again.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const children = [
  ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', 'server/dist/main.js'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
