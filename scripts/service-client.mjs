// Client for commands that use a running service, which may be remote. Plain JavaScript without a dependency.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const baseUrl = (process.env.BASE_URL || 'http://localhost:8080').replace(/\/+$/, '')

/** A token for CLIENT_ID, or for the client that the first start created. It needs the role super_admin. */
export async function getToken() {
  const { client_id, client_secret } = credentials()
  const form = { grant_type: 'client_credentials', client_id, client_secret }
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  }).catch(() => stop(`No service answers at ${baseUrl}; start it, or set BASE_URL`))
  if (!response.ok) stop(`The service refused to issue a token to ${client_id}: ${await response.text()}`)
  return (await response.json()).access_token
}

function credentials() {
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret, DATA_DIR = './data' } = process.env
  if (client_id && client_secret) return { client_id, client_secret }
  const file = path.resolve(DATA_DIR, 'credentials.json')
  if (!existsSync(file)) stop(`Set CLIENT_ID and CLIENT_SECRET; ${file} does not exist`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function stop(message) {
  console.error(message)
  process.exit(1)
}
