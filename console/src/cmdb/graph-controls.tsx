import { ActionIcon } from '@mantine/core'
import { Panel, useReactFlow, type FitViewOptions } from '@xyflow/react'
import { cmdb as w } from '../words/cmdb.ts'

/** Buttons that zoom, for those without a wheel. */
export function GraphControls({ fit }: { fit: FitViewOptions }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const actions = [
    [w.zoomIn, '+', () => zoomIn()],
    [w.zoomOut, '−', () => zoomOut()],
    [w.fit, '⤢', () => fitView(fit)],
  ] as const
  return (
    <Panel position="bottom-right">
      <ActionIcon.Group>
        {actions.map(([label, sign, act]) => (
          <ActionIcon
            key={label}
            variant="default"
            aria-label={label}
            title={label}
            onClick={() => void act()}
          >
            {sign}
          </ActionIcon>
        ))}
      </ActionIcon.Group>
    </Panel>
  )
}
