import { Text } from '@mantine/core'

/** Text of less importance, in the size of the fields around it. */
export const Dimmed = Text.withProps({ size: 'sm', c: 'dimmed' })

/** The same, smaller: times, hints and counts beside something else. */
export const Caption = Text.withProps({ size: 'xs', c: 'dimmed' })
