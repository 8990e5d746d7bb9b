import '@xyflow/react/dist/base.css'
import './graph-canvas.css'
import {
  BaseEdge,
  ReactFlow,
  type Edge,
  type EdgeProps,
  type FitViewOptions,
  type ReactFlowInstance,
} from '@xyflow/react'
import { useMemo } from 'react'
import { cmdb as w } from '../words/cmdb.ts'
import { box, type Drawing } from './graph.ts'
import { GraphControls } from './graph-controls.tsx'
import { GraphNodeBox, type BoxNode } from './graph-node.tsx'

interface Props {
  drawing: Drawing
  /** ID of the item at the centre. */
  own: string
  label: string
  depth: string
}

type LineEdge = Edge<Pick<Drawing['lines'][number], 'path' | 'x' | 'y' | 'types' | 'back'>, 'line'>

const nodeTypes = { box: GraphNodeBox }
const edgeTypes = { line: Line }
const fit: FitViewOptions = { padding: 0.08, maxZoom: 1 }
/** Below this zoom, boxes are too small to read and to tap. */
const readableZoom = 0.5
/** The smallest zoom at which the texts of lines can be read as well. */
const nearZoom = 0.65
const tip = 'graph-tip'

/** The wrappers of the library describe themselves in its own words, without a role. */
const silent = { domAttributes: { 'aria-roledescription': undefined } } as object

/** Boxes are links in column order; the positions and lines are those of the drawing. */
export function GraphCanvas({ drawing, own, label, depth }: Props) {
  const nodes = useMemo(
    () =>
      drawing.nodes.map((item): BoxNode => ({
        id: item.id,
        type: 'box',
        position: { x: item.x, y: item.y },
        ...box,
        data: { item, isOwn: item.id === own },
        ...silent,
      })),
    [drawing, own],
  )
  const edges = useMemo(() => edgesOf(drawing), [drawing])
  /** The whole graph if it is readable so, otherwise the item and its neighbours. */
  const showFirst = async ({ fitView, getZoom, setCenter }: ReactFlowInstance<BoxNode, LineEdge>) => {
    await fitView({ ...fit, minZoom: readableZoom })
    if (getZoom() > readableZoom) return
    const around = drawing.lines.filter(({ from, to }) => from === own || to === own)
    const ids = new Set([own, ...around.flatMap(({ from, to }) => [from, to])])
    await fitView({ ...fit, nodes: [...ids].map((id) => ({ id })), minZoom: nearZoom })
    if (getZoom() > nearZoom) return
    const { x, y } = drawing.nodes.find(({ id }) => id === own)!
    await setCenter(x + box.width / 2, y + box.height / 2, { zoom: nearZoom })
  }
  return (
    <div className="graph" role="group" aria-label={label}>
      <Tip />
      <ReactFlow
        key={`${own} ${depth}`}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(flow) => void showFirst(flow)}
        minZoom={0.1}
        maxZoom={2}
        // Without Ctrl, the wheel scrolls the page.
        zoomOnScroll={false}
        preventScrolling={false}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
      >
        <GraphControls fit={fit} />
      </ReactFlow>
    </div>
  )
}

function edgesOf({ nodes, lines }: Drawing): LineEdge[] {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return lines.map(({ key, from, to, types, back, ...shape }) => {
    const [source, target] = [names.get(from)!, names.get(to)!]
    const texts = [w.edgeText(source, types, target)]
    if (back.length > 0) texts.push(w.edgeText(target, back, source))
    return {
      id: key,
      type: 'line',
      source: from,
      target: to,
      markerEnd: tip,
      ...(back.length > 0 && { markerStart: tip }),
      ariaLabel: texts.join(', '),
      data: { ...shape, types, back },
      ...silent,
    }
  })
}

function Line({ data, markerStart, markerEnd }: EdgeProps<LineEdge>) {
  const { path, x, y, types, back } = data!
  return (
    <BaseEdge
      path={path}
      label={w.edgeLabel(types, back)}
      labelX={x}
      labelY={y}
      labelBgPadding={[3, 1]}
      interactionWidth={0}
      markerEnd={markerEnd!}
      {...(markerStart && { markerStart })}
    />
  )
}

/** The tip of lines; at their start it points backwards. */
const Tip = () => (
  <svg className="graph-tips" aria-hidden>
    <defs>
      <marker
        id={tip}
        viewBox="0 0 8 8"
        refX="8"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path d="M0 0 8 4 0 8Z" className="graph-tip" />
      </marker>
    </defs>
  </svg>
)
