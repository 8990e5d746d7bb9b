import { Button, CopyButton, type ButtonProps } from '@mantine/core'
import { shell } from '../words/shell.ts'

interface Props extends ButtonProps {
  value: string
  label?: string
  /** Accessible name, where a page has several of these buttons. */
  'aria-label'?: string
}

/** A button that copies a text, and says so. */
export const CopyAction = ({ value, label = shell.copy, ...look }: Props) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button size="xs" variant="default" {...look} onClick={copy}>
        {copied ? shell.copied : label}
      </Button>
    )}
  </CopyButton>
)
