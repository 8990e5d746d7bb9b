import { createRootRoute } from '@tanstack/react-router'
import { pagesOf } from './shell/lazy-parts.ts'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'

export const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

export const page = pagesOf(root)
