import { useEffect, useState, type ComponentType } from 'react'
import { lazyPart, loadStyled } from './lazy-parts.ts'

const loads: (() => Promise<unknown>)[] = []

function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  loads.push(() => loadStyled(load))
  return lazyPart(load)
}

/** The parts of the frame that no page shows at first. */
export const Toasts = later(async () => (await import('./toasts.tsx')).Toasts)
export const Palette = later(async () => (await import('../palette/palette.tsx')).Palette)
export const ShortcutsDialog = later(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
export const SignInAgainDialog = later(
  async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog,
)
export const LeaveDialog = later(async () => (await import('./leave-dialog.tsx')).LeaveDialog)
export const OutboxDialog = later(async () => (await import('../offline/outbox-dialog.tsx')).OutboxDialog)
export const SignOutDialog = later(async () => (await import('../offline/sign-out-dialog.tsx')).SignOutDialog)

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act, 1000)

/** Loads them once the browser is idle, so that they also open without a connection; true from then on. */
export function usePreloadWhenIdle(isReady: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isReady) return
    whenIdle(() => {
      setIdle(true)
      for (const load of loads) load().catch(() => undefined) // loaded again when it is needed
    })
  }, [isReady])
  return isIdle
}
