import type { ReactNode } from 'react'
import { useMe, type Right } from '../session/me.ts'
import { words } from '../words.ts'
import { Empty } from './empty.tsx'
import { Loading } from './loading.tsx'

/** A page for some: the others are told so, instead of one refusal after the other. */
export function Allowed({ right, children }: { right: Right; children: ReactNode }) {
  const { me, may } = useMe()
  if (!me) return <Loading />
  return may(right) ? children : <Empty text={words.forbidden} />
}
