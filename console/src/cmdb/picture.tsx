import './picture.css'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Criticality } from './model.ts'
import { words } from '../words.ts'
import { box, type Drawing, type PositionedNode } from './graph.ts'

const { cmdb: w } = words

interface Props {
  drawing: Drawing
  /** ID of the item at the centre. */
  own: string
  label: string
  depth: string
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** The boxes are links, in column order. */
export function Picture({ drawing: { nodes, lines, width, height }, own, label, depth }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const middle = nodes.find(({ id }) => id === own)!
  useEffect(() => {
    const { clientWidth, clientHeight } = frame.current!
    frame.current!.scrollTo(
      middle.x + (box.width - clientWidth) / 2,
      middle.y + (box.height - clientHeight) / 2,
    )
  }, [middle.x, middle.y])
  return (
    <div className="picture" ref={frame}>
      <svg role="group" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8Z" className="picture-tip" />
          </marker>
        </defs>
        <g aria-hidden>
          {lines.map(({ key, type, path, x, y }) => (
            <g key={key}>
              <path d={path} className="picture-line" markerEnd="url(#tip)" />
              <text x={x} y={y - 4} className="picture-type" textAnchor="middle">
                {w.readableType(type)}
              </text>
            </g>
          ))}
        </g>
        {nodes.map((node) => (
          <Box key={node.id} node={node} isOwn={node.id === own} depth={depth} />
        ))}
      </svg>
    </div>
  )
}

function Box({ node, isOwn, depth }: { node: PositionedNode; isOwn: boolean; depth: string }) {
  const rating = node.criticality ? `, ${w.criticalities[node.criticality as Criticality].toLowerCase()}` : ''
  const incidents = node.open_incidents > 0 ? ` · ${w.openCount(node.open_incidents)}` : ''
  const detail = `${node.class}${rating}${incidents}`
  return (
    <Link
      to="/cmdb/cis/$id"
      params={{ id: node.id }}
      search={{ tab: 'graph', depth } as never}
      className="picture-box"
      data-own={isOwn}
      data-alarmed={node.open_incidents > 0}
      aria-current={isOwn ? 'true' : undefined}
    >
      <title>{`${node.id} ${node.name}, ${detail}`}</title>
      <rect x={node.x} y={node.y} width={box.width} height={box.height} rx="8" />
      <text x={node.x + 12} y={node.y + 22} className="picture-name">
        {shortened(node.name, 22)}
      </text>
      <text x={node.x + 12} y={node.y + 40} className="picture-detail">
        {shortened(detail, 28)}
      </text>
    </Link>
  )
}
