import './side-by-side.css'
import type { ReactNode } from 'react'

/** Keeps the aside visible next to the fields while editing, or below them on a narrow screen. */
export const SideBySide = ({ aside, children }: { aside: ReactNode; children: ReactNode }) =>
  aside ? (
    <div className="side-by-side">
      <div>{children}</div>
      <div className="aside">{aside}</div>
    </div>
  ) : (
    children
  )
