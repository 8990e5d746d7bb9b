// Replaces the secret key while the service runs: npm run rotate-secret-key -- --to <new key>
// With --to - the key is read from standard input, so that no list of processes shows it.
import { text } from 'node:stream/consumers'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

const [flag, given] = process.argv.slice(2)
if (flag !== '--to' || !given) {
  console.error(
    'Usage: npm run rotate-secret-key -- --to <new key of at least 32 characters, or - to read it>',
  )
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
const { rotateSecretKey } = await import(`${root}server/dist/rotate-secret-key.js`)
try {
  const key = given === '-' ? (await text(process.stdin)).trim() : given
  await rotateSecretKey(process.env, key, (line) => console.log(line))
} catch (error) {
  console.error(`The rotation is not finished: ${error.message}`)
  process.exit(1)
}
process.exit(0)
