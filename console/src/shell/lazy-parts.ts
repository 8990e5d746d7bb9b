import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { waitUntilReachable } from '../offline/connection.ts'

/**
 * Loads a part of the console. React and the router keep a failure for good, so without a connection it waits; what fails
 * twice while the service answers is really missing.
 */
export async function loadPart<Part>(load: () => Promise<Part>, isLastTry = false): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    const hasWaited = await waitUntilReachable()
    if (isLastTry && !hasWaited) throw error
    requestStylesAgain()
    return loadPart(load, !hasWaited)
  }
}

/** Together with the styles that the home page does without. */
export const loadStyled = <Part>(load: () => Promise<Part>): Promise<Part> =>
  loadPart(async () => (await Promise.all([load(), import('./more-styles.ts')]))[0])

const failedStyles = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  { capture: true }, // it does not bubble
)

/** Vite requests each style sheet once, even if that fails. */
function requestStylesAgain(): void {
  for (const link of failedStyles) link.replaceWith(link.cloneNode())
  failedStyles.clear()
}

/** A component that is loaded when it is first shown. If an upgrade has replaced it, the console is loaded again, once. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyRouteComponent(async () => ({ default: await loadStyled(load) })) as ComponentType<Props>

type SearchReader = (search: Record<string, unknown>) => object

/** The router keeps what a reader leaves out: without these, an invalid value would reach the API and travel on in links. */
const droppingRest =
  (read: SearchReader): SearchReader =>
  (search) => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })

/** Declares the pages inside another, each of which is loaded when it is first opened. */
export const pagesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <
    const Path extends string,
    Module extends Record<string, unknown>,
    Name extends keyof Module & string,
    Search extends SearchReader | undefined = undefined,
  >(
    path: Path,
    load: () => Promise<Module>,
    name: Name,
    validateSearch?: Search,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: (validateSearch && droppingRest(validateSearch)) as Search,
      component: lazyRouteComponent(() => loadStyled(load), name),
    })
