import { Text } from '@mantine/core'
import { useRecord } from '../api/records.ts'
import { AnchorLink } from '../shell/links.tsx'
import { kinds, titleOf, type Kind } from './kinds.ts'

interface Props {
  kind: Kind
  id: string
  /** If given, the record is not loaded for its title. */
  title?: string
  /** In the colour of the surrounding text. */
  isQuiet?: boolean
}

/** A link to a record with number and name; for a deleted record only the number is shown. */
export function RecordLink({ title, ...link }: Props) {
  return title === undefined ? <LoadedLink {...link} /> : <LinkText {...link} title={title} />
}

function LoadedLink({ kind, id, ...link }: Omit<Props, 'title'>) {
  const { data, error } = useRecord(kinds[kind], id)
  if (error) return <Text size="sm">{id}</Text>
  return <LinkText {...link} kind={kind} id={id} title={data ? titleOf(data.body) : ''} />
}

const LinkText = ({ kind, id, title, isQuiet }: Props) => (
  <AnchorLink
    to={`${kinds[kind]}/$id`}
    params={{ id }}
    size="sm"
    className="anywhere"
    {...(isQuiet && { c: 'inherit', underline: 'always' })}
  >
    <span className="whole">{id}</span> {title}
  </AnchorLink>
)
