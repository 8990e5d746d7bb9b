import { useState } from 'react'
import { FindRecord } from './find-record.tsx'
import type { Kind } from './kinds.ts'

interface Props {
  kind: Kind
  label: string
  pick: (id: string) => void
  without?: readonly string[]
}

/** Finds records one after the other and passes each to `pick`. */
export function Picker({ pick, ...field }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <FindRecord
      {...field}
      typed={typed}
      type={setTyped}
      pick={(id) => {
        pick(id)
        setTyped('')
      }}
    />
  )
}
