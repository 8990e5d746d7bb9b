import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRecord } from '../api/records.ts'
import { kinds, titleOf, type Kind, type Named } from './kinds.ts'

interface Props {
  kind: Kind
  id: string
  /** Where it is known already, it need not be read. */
  title?: string
}

/** Another record, by its number and its name; one that is gone keeps its number. */
export function RecordLink({ kind, id, title }: Props) {
  return title === undefined ? <Read kind={kind} id={id} /> : <Shown kind={kind} id={id} title={title} />
}

function Read({ kind, id }: { kind: Kind; id: string }) {
  const { data, error } = useRecord<Named>(kinds[kind].path, id)
  if (error) return <Text size="sm">{id}</Text>
  return <Shown kind={kind} id={id} title={data ? titleOf(kind, data.body) : ''} />
}

const Shown = ({ kind, id, title }: Required<Props>) => (
  <Anchor component={Link} to={`${kinds[kind].page}/${id}`} size="sm" className="anywhere">
    {id} {title}
  </Anchor>
)
