import { useState } from 'react'
import { FindRecord } from './find-record.tsx'
import type { Kind } from './kinds.ts'
import { RecordLink } from './record-link.tsx'

interface Props {
  label: string
  to: Kind
  value: string
  error: string | undefined
  required: boolean
  change: (id: string | null) => void
}

/** A reference to another record: found by name or number, shown with its name and a link. */
export function Lookup({ label, to, value, error, required, change }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // Changed from outside, by a suggestion or another user.
    setKnown(value)
    setTyped(value)
  }
  const write = (text: string) => {
    setTyped(text)
    setKnown(text.trim())
    change(text.trim() || null)
  }
  return (
    <div>
      <FindRecord
        kind={to}
        label={label}
        error={error}
        required={required}
        typed={typed}
        type={write}
        pick={write}
      />
      {!error && isNumber(value) && <RecordLink id={value} />}
    </div>
  )
}

const isNumber = (text: string) => /^[A-Z]{2,3}\d+$/.test(text)
