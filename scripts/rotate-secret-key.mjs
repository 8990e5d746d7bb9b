// Replaces the secret key while the service runs.
import { text } from 'node:stream/consumers'
import { readOptions, runCommand } from './prepare.mjs'

const usage = 'npm run rotate-secret-key -- --to <new key of at least 32 characters, or - to read it>'
const { to } = readOptions({ to: { type: 'string' } }, usage)
if (!to) {
  console.error(`Usage: ${usage}`)
  process.exit(2)
}
await runCommand('rotate-secret-key', 'The rotation is not finished', async ({ rotateSecretKey }, say) => {
  // Standard input, so that no list of processes shows the key.
  const key = to === '-' ? await text(process.stdin) : to
  await rotateSecretKey(process.env, key, say)
})
