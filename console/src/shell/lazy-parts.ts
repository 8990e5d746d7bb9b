import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy, type ComponentType } from 'react'
import { waitUntilReachable } from '../offline/connection.ts'

/**
 * Loads a part of the console together with the styles that the home page does without. React and the router keep a
 * failure for good, so without a connection it waits; what fails while the service answers twice is really missing.
 */
export async function loadStyled<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; failures++) {
    try {
      const [part] = await Promise.all([load(), import('./more-styles.ts')])
      return part
    } catch (error) {
      if (!(await waitUntilReachable()) && failures > 0) throw error
      requestStylesAgain()
    }
  }
}

/** Vite requests each style sheet once, even if that fails. */
function requestStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

/** A component that is loaded when it is first shown. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadStyled(load) }))

/** A page other than the home page, loaded on demand. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadStyled(load), name)
