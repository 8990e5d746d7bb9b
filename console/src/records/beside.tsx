import './beside.css'
import type { ReactNode } from 'react'

/** Something that is looked at while one writes: it stays in sight beside the fields, or below them where there is no room. */
export const Beside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) =>
  aside ? (
    <div className="beside">
      <div>{children}</div>
      <div className="aside">{aside}</div>
    </div>
  ) : (
    children
  )
