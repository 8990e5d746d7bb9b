import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Handle, Position, useReactFlow, useStoreApi, type Node, type NodeProps } from '@xyflow/react'
import { cmdb as w } from '../words/cmdb.ts'
import { box, type PositionedNode } from './graph.ts'
import type { Criticality } from '../records/criticalities.ts'

export type BoxNode = Node<{ item: PositionedNode; isOwn: boolean }, 'box'>

/** An item as a link to its own graph, with the number of its open incidents. */
export function GraphNodeBox({ data: { item, isOwn } }: NodeProps<BoxNode>) {
  const reveal = useReveal(item)
  const { id, name, criticality, open_incidents: open } = item
  const rating = criticality ? `, ${w.criticalities[criticality as Criticality].toLowerCase()}` : ''
  const status = item.status === 'operational' ? '' : `, ${w.readableType(item.status)}`
  const detail = `${w.valueText(item.class)}${rating}${status}`
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
      <Link
        to="/cmdb/cis/$id"
        params={{ id }}
        search
        className="graph-node nopan"
        data-own={isOwn}
        data-affected={open > 0}
        aria-current={isOwn ? 'true' : undefined}
        title={name}
        draggable={false}
        onFocus={reveal}
      >
        <span className="graph-texts">
          <span className="graph-name">
            <ScreenReaderText text={`${id} `} />
            {name}
            <ScreenReaderText text=", " />
          </span>
          <span className="graph-detail">{detail}</span>
        </span>
        {open > 0 && (
          <Badge variant="filled" color="red" size="sm" circle={open < 10}>
            <ScreenReaderText text=", " />
            {open}
            <ScreenReaderText text={` ${w.openIncidentsOf(open)}`} />
          </Badge>
        )}
      </Link>
    </>
  )
}

const ScreenReaderText = ({ text }: { text: string }) => <span className="unseen">{text}</span>

/** Moves a box that gets the focus into sight. */
function useReveal({ x, y }: PositionedNode) {
  const { getZoom, setCenter } = useReactFlow()
  const store = useStoreApi()
  return () => {
    const {
      transform: [left, top, zoom],
      width,
      height,
    } = store.getState()
    const [start, end] = [x * zoom + left, (x + box.width) * zoom + left]
    const [above, below] = [y * zoom + top, (y + box.height) * zoom + top]
    if (start >= 0 && end <= width && above >= 0 && below <= height) return
    void setCenter(x + box.width / 2, y + box.height / 2, { zoom: getZoom() })
  }
}
