import { useSyncExternalStore } from 'react'
import { authorizationUrl, exchangeCode, holder, makeSecrets, signIn } from './session.ts'

/**
 * Some actions need a sign-in of the last minutes. The person signs in again in a window of its own, so that this page,
 * with all that they have written, stays as it is; then the action goes on.
 */
interface Request {
  /** Known a moment later; opened by the person's own click, which no blocker of pop-ups stops. */
  address: string | undefined
  finish: (hasSignedIn: boolean) => void
}

const channelName = 'sign-in-again'
const prefix = 'again.'

let request: Request | undefined
let answer: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function change(next: Request | undefined): void {
  request = next
  for (const listener of listeners) listener()
}

/** Asks the person to sign in again, once for all calls that wait for it; false when they do not want to. */
export const signInAgain = (): Promise<boolean> => (answer ??= ask().finally(() => (answer = undefined)))

async function ask(): Promise<boolean> {
  const person = holder()
  const { verifier, state } = makeSecrets()
  const secrets = { verifier, state: prefix + state }
  const channel = new BroadcastChannel(channelName)
  try {
    return await new Promise<boolean>((resolve, reject) => {
      channel.addEventListener('message', ({ data }) => {
        exchangeCode(String(data), secrets).then((isOurs) => isOurs && resolve(true), reject)
      })
      change({ address: undefined, finish: resolve })
      authorizationUrl(secrets, { prompt: 'login', ...(person && { login_hint: person.email }) }).then(
        (address) => change({ address, finish: resolve }),
        reject,
      )
    })
  } finally {
    channel.close()
    change(undefined)
    // Somebody else has signed in: nothing on this page is theirs.
    if (person && holder()?.sub !== person.sub) location.assign('/')
  }
}

/** In the window that was opened for it: hands the code to the page that waits. False when this is another sign-in. */
export function handOver(search: string): boolean {
  if (!new URLSearchParams(search).get('state')?.startsWith(prefix)) return false
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(search)
  channel.close()
  window.close()
  return true
}

/** What the dialog shows; undefined while nobody is asked. */
export function useSignInAgain() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
  return (
    shown && {
      isReady: shown.address !== undefined,
      open: () => window.open(shown.address, channelName, 'popup,width=480,height=760') !== null,
      /** Where no window can be opened: the page is left, and comes back without what was written. */
      openHere: () => void signIn({ prompt: 'login' }),
      cancel: () => shown.finish(false),
    }
  )
}
