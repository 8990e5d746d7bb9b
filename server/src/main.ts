// Before anything else is loaded, so that a SIGHUP meanwhile does not end the process.
import './hang-ups.ts'

await import('./start.ts')
