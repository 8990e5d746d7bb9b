// Rebuilds and restarts the service on every change.
import { spawn } from 'node:child_process'
import { utimesSync, watch } from 'node:fs'
import { compile, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
compile()
const children = [
  ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput'],
  ['node_modules/vite/bin/vite.js', 'build', 'console', '--watch', '--logLevel', 'warn'],
  ['--watch', '--watch-preserve-output', 'server/dist/main.js'],
].map((args) =>
  // One process is restarted sooner.
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { WORKERS: '1', ...process.env } }),
)

// The service reads the console at its start, and restarts when its own file changes.
let soon
watch(`${root}server/dist/console`, { persistent: false }, () => {
  clearTimeout(soon)
  soon = setTimeout(() => utimesSync(`${root}server/dist/main.js`, new Date(), new Date()), 500)
})

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
