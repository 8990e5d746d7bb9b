import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'

/** What every page stands in. The routes of each area hang below it. */
export const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
