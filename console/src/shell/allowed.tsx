import type { ComponentType, ReactNode } from 'react'
import { useMe, type Right } from '../session/me.ts'
import { shell } from '../words/shell.ts'
import { Empty } from './empty.tsx'
import { Loading } from './loading.tsx'

/** Shows one message to people without access, instead of a failed request for each part of the page. */
export function Allowed({ right, children }: { right: Right; children: ReactNode }) {
  const { me, may } = useMe()
  if (!me) return <Loading />
  return may(right) ? children : <Empty text={shell.forbidden} />
}

/** A page that is only for people with this right. */
export const allowed = (right: Right, Page: ComponentType) => () => (
  <Allowed right={right}>
    <Page />
  </Allowed>
)
