import './record-frame.css'
import { Paper, Skeleton, Stack } from '@mantine/core'
import { shell } from '../words/shell.ts'

const Card = ({ lines }: { lines: number }) => (
  <Paper withBorder p="sm">
    <Stack gap={14}>
      <Skeleton h={16} w="30%" />
      {Array.from({ length: lines }, (_, n) => (
        <Skeleton key={n} h={14} w={`${90 - (n % 3) * 15}%`} />
      ))}
    </Stack>
  </Paper>
)

/** The outline of a record: head, title, cards and side column. */
export const RecordSkeleton = () => (
  <div className="record" role="status" aria-label={shell.loading}>
    <div className="record-head">
      <Skeleton h={20} w="min(28rem, 60%)" />
      <div className="actions">
        <Skeleton h={30} w={96} />
      </div>
    </div>
    <div className="record-title-line">
      <Skeleton h={34} w="60%" />
    </div>
    <div className="record-columns">
      <div>
        <Card lines={2} />
        <Card lines={6} />
      </div>
      <div>
        <Card lines={9} />
        <Card lines={4} />
      </div>
    </div>
  </div>
)
