import { Text, type AnchorProps } from '@mantine/core'
import { useRecord } from '../api/records.ts'
import { AnchorLink } from '../shell/links.tsx'
import { pageOfRecord, pathOfRecord } from '../shell/record-pages.ts'
import { titleOf } from './kinds.ts'

interface Props extends Pick<AnchorProps, 'c' | 'underline'> {
  id: string
  /** If given, the record is not loaded for its title. */
  title?: string
}

/** A link to a record with number and name; only the number of one that is deleted, or that has no page. */
export function RecordLink({ id, title, ...look }: Props) {
  const path = pathOfRecord(id)
  if (path && title === undefined) return <LoadedLink path={path} id={id} {...look} />
  return path ? <LinkText id={id} title={title} {...look} /> : <Plain id={id} title={title} />
}

function LoadedLink({ path, ...link }: Props & { path: NonNullable<ReturnType<typeof pathOfRecord>> }) {
  const { data, error } = useRecord(path, link.id)
  return error ? <Plain id={link.id} /> : <LinkText {...link} title={data && titleOf(data.body)} />
}

const LinkText = ({ id, title, ...look }: Props) => (
  <AnchorLink to={pageOfRecord(id)} size="sm" className="anywhere" {...look}>
    <span className="whole">{id}</span>
    {title && ` ${title}`}
  </AnchorLink>
)

const Plain = ({ id, title }: Pick<Props, 'id' | 'title'>) => (
  <Text span size="sm">
    {id}
    {title && ` ${title}`}
  </Text>
)
