import { useSyncExternalStore } from 'react'
import { authorizationUrl, exchangeCode, tokenHolder, makeSecrets, signIn } from './session.ts'
import { discardUnsavedInput } from './unsaved-input.ts'

/**
 * Some actions need a recent sign-in, and a page with unsaved input needs one when its session has ended. The user signs in
 * in a popup, so that this page keeps its input; then the action continues.
 */
interface Request {
  /** Set a moment later; opened by a click of the user, so that popup blockers allow it. */
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

/** Asks the user to sign in again, once for all waiting calls; false if the user cancels, or is another one. */
export const signInAgain = (): Promise<boolean> => (answer ??= ask().finally(() => (answer = undefined)))

async function ask(): Promise<boolean> {
  const person = tokenHolder()
  const { verifier, state } = makeSecrets()
  const secrets = { verifier, state: prefix + state }
  const channel = new BroadcastChannel(channelName)
  try {
    const hasSignedIn = await new Promise<boolean>((resolve, reject) => {
      channel.addEventListener('message', ({ data }) => {
        exchangeCode(String(data), secrets).then((isOurs) => isOurs && resolve(true), reject)
      })
      change({ address: undefined, finish: resolve })
      authorizationUrl(secrets, { prompt: 'login', ...(person && { login_hint: person.email }) }).then(
        (address) => change({ address, finish: resolve }),
        reject,
      )
    })
    if (!person || tokenHolder()?.sub === person.sub) return hasSignedIn
    // Another user has signed in: nothing on this page is theirs, nor is what waits to be sent.
    discardUnsavedInput()
    location.assign('/')
    return false
  } finally {
    channel.close()
    change(undefined)
  }
}

/** In the popup: passes the code to the waiting page. False if this is an ordinary sign-in. */
export function passCodeToOpener(search: string): boolean {
  if (!new URLSearchParams(search).get('state')?.startsWith(prefix)) return false
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(search)
  channel.close()
  window.close()
  return true
}

export interface SignInRequest {
  isReady: boolean
  /** False if the browser blocked the window. */
  open: () => boolean
  /** If popups are blocked: leaves the page, which loses unsaved input. */
  openHere: () => void
  cancel: () => void
}

/** The state of the dialog; undefined while it is closed. */
export function useSignInAgain(): SignInRequest | undefined {
  const dialog = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
  return (
    dialog && {
      isReady: dialog.address !== undefined,
      open: () => window.open(dialog.address, channelName, 'popup,width=480,height=760') !== null,
      openHere: () => {
        discardUnsavedInput()
        void signIn({ prompt: 'login' })
      },
      cancel: () => dialog.finish(false),
    }
  )
}
