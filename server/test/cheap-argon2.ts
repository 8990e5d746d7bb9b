import { createRequire } from 'node:module'

/** The real module: in the projects whose apps run in the worker, an import of its name leads to this file. */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')

const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** For accounts that do not exist, for which the service has a hash at full cost. */
const nobodysPassword = argon2.hashSync('nobody', cheap)
const isAtFullCost = (hashed: string) => hashed.includes('m=19456,')

let held = Promise.resolve()

/** Lets no hash finish until the returned function is called, so that a test can fill the queue before them. */
export function holdHashes(): () => void {
  let release = () => {}
  held = new Promise((resolve) => (release = resolve))
  return release
}

/** The cost of a password hash is checked by a unit test; here it would be a fiftieth of all processor time. */
export async function hash(password: string): Promise<string> {
  await held
  return argon2.hash(password, cheap)
}

export async function verify(hashed: string, password: string): Promise<boolean> {
  await held
  return argon2.verify(isAtFullCost(hashed) ? nobodysPassword : hashed, password)
}
