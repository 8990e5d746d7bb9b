import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

const issuer = 'https://mainstay.example.com'
const assign = vi.fn<(address: string) => void>()
const replace = vi.fn<(address: string) => void>()
const href = `${issuer}/`
const location = {
  origin: issuer,
  protocol: 'https:',
  href,
  pathname: '/',
  search: '',
  hash: '',
  assign,
  replace,
}
vi.stubGlobal('location', location)
vi.stubGlobal('sessionStorage', { setItem: () => undefined })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('navigator', { onLine: true })
vi.resetModules() // others have signed in
const { api } = await import('../api/client.ts')
const { dropTokens, exchangeCode, makeSecrets } = await import('./session.ts')
const { addUnsavedInput, hasUnsavedInput } = await import('./unsaved-input.ts')

const random = vi.fn((bytes: Uint8Array) => bytes) // the test knows the state
beforeEach(() => {
  assign.mockClear()
  random.mockClear()
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(random as never)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const encoded = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '')
const codeFor = (state: string) => `?code=c&state=${state}&iss=${encodeURIComponent(issuer)}`

/** A service that asks for a recent sign-in before it deletes something; `user` signs in. */
function openService(user: string) {
  const service = { user, deletions: 0, hasRecentSignIn: false }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!(input instanceof Request)) return issueTokens(service.user)
    service.deletions += 1
    const headers = { 'www-authenticate': 'Bearer error="insufficient_user_authentication"' }
    return service.hasRecentSignIn ? Response.json({}) : Response.json({}, { status: 401, headers })
  })
  return service
}

function issueTokens(sub: string): Response {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'console', sub, email: `${sub}@example.com`, iat: now, exp: now + 60 }
  const token = `${encoded({ alg: 'ES256' })}.${encoded(claims)}.${encoded({})}`
  return Response.json({ access_token: token, id_token: token, token_type: 'Bearer', expires_in: 600 })
}

/** Deletes something as Mia; `user` signs in again in the popup. */
async function deleteAsMia(user: string) {
  const service = openService('mia')
  await exchangeCode(codeFor('s'), { state: 's', verifier: 'v' })
  const deletion = api.DELETE('/users/{id}', { params: { path: { id: 'usr_9' } } })
  deletion.catch(() => undefined) // it may end before it is awaited
  await vi.waitFor(() => expect(service.deletions).toBe(1))
  Object.assign(service, { user, hasRecentSignIn: true })
  return { service, deletion, popup: await signInAgain() }
}

/** What the popup does, once it is asked for. */
async function signInAgain() {
  await vi.waitFor(() => expect(random).toHaveBeenCalled())
  const popup = new BroadcastChannel('sign-in-again')
  popup.postMessage(codeFor(`again.${makeSecrets().state}`))
  return popup
}

test('an action that needs a recent sign-in goes on after it', async () => {
  const { service, deletion, popup } = await deleteAsMia('mia')
  await deletion
  popup.close()
  expect(service.deletions).toBe(2)
  expect(assign).not.toHaveBeenCalled()
})

test('an action that needs a recent sign-in is not carried out as another user', async () => {
  addUnsavedInput()
  const { service, deletion, popup } = await deleteAsMia('noah')
  await expect(deletion).rejects.toMatchObject({ status: 401 })
  popup.close()
  expect(service.deletions).toBe(1)
  expect(assign).toHaveBeenCalledWith('/')
  expect(hasUnsavedInput()).toBe(false) // it is not theirs
})

test('a page with unsaved input stays when the session has ended, and its user signs in beside it', async () => {
  const service = Object.assign(openService('mia'), { hasRecentSignIn: true })
  await exchangeCode(codeFor('s'), { state: 's', verifier: 'v' })
  const release = addUnsavedInput()
  dropTokens()
  const deletion = api.DELETE('/users/{id}', { params: { path: { id: 'usr_9' } } })
  const popup = await signInAgain()
  await deletion
  popup.close()
  expect(service.deletions).toBe(1)
  expect(replace).not.toHaveBeenCalled()
  release()
  expect(hasUnsavedInput()).toBe(false)

  dropTokens()
  void api.DELETE('/users/{id}', { params: { path: { id: 'usr_9' } } })
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce())
  expect(service.deletions).toBe(1)
})
