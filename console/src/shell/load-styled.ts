import { lazyRouteComponent } from '@tanstack/react-router'

/** Loads a part of the console together with the styles that the home page does without. */
export async function loadStyled<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), import('./more-styles.ts')])
  return part
}

/** A page other than the home page, loaded on demand. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadStyled(load), name)
