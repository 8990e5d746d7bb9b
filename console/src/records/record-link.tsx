import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRecord } from '../api/records.ts'
import { kinds, titleOf, type Kind } from './kinds.ts'

interface Props {
  kind: Kind
  id: string
  /** Where it is known already, it need not be read. */
  title?: string
  /** In the colour of the text around it. */
  isQuiet?: boolean
}

/** Another record, by its number and its name; one that is gone keeps its number. */
export function RecordLink({ title, ...link }: Props) {
  return title === undefined ? <Read {...link} /> : <Shown {...link} title={title} />
}

function Read({ kind, id, ...link }: Omit<Props, 'title'>) {
  const { data, error } = useRecord(kinds[kind].path, id)
  if (error) return <Text size="sm">{id}</Text>
  return <Shown {...link} kind={kind} id={id} title={data ? titleOf(data.body) : ''} />
}

const Shown = ({ kind, id, title, isQuiet }: Props) => (
  <Anchor
    component={Link}
    to={`${kinds[kind].page}/${id}`}
    size="sm"
    className="anywhere"
    {...(isQuiet && { c: 'inherit', underline: 'always' })}
  >
    {id} {title}
  </Anchor>
)
