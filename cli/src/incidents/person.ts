import type { Mainstay } from '@mainstay/sdk'

/** `me` is whoever is signed in. */
export const personOf = async (client: Mainstay, email: string): Promise<string> =>
  email === 'me' ? (await client.profile.get()).email : email
