import './audit.css'
import { Text } from '@mantine/core'
import type { HistoryEntry } from '../api/schema.d.ts'
import { PersonName } from '../records/person.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Dimmed } from '../shell/dimmed.ts'
import { When } from '../shell/time.tsx'
import { auditActions, auditTypes } from '../words/audit.ts'
import { detailsOf } from './audit-details.ts'
import { inWords } from './audit-names.ts'

/** One line on a wide screen: when, who, what, and the details. */
export function AuditEntry({ item }: { item: HistoryEntry }) {
  const { action, actor, at } = item
  const { label, text } = detailsOf(item)
  return (
    <div className="audit-entry">
      <Dimmed span>
        <When at={at} />
      </Dimmed>
      <Text span size="sm" truncate>
        <PersonName email={actor} withoutInitials />
      </Text>
      <Text span size="sm" className="anywhere">
        <b title={action}>{inWords(auditActions, action)}</b> <Subject item={item} />
      </Text>
      <Text span size="sm" className="anywhere" lineClamp={3}>
        {label && <span className="audit-field">{label}: </span>}
        {text}
      </Text>
    </div>
  )
}

/** Someone who signs in is named already. */
function Subject({ item: { subject_type, subject_id, actor_id } }: { item: HistoryEntry }) {
  if (subject_type === 'identity' && subject_id === actor_id) return null
  return (
    <>
      {inWords(auditTypes, subject_type)}{' '}
      {/* In the dark, its colour alone is too close to that of the text. */}
      <RecordLink id={subject_id} title="" underline="always" />
    </>
  )
}
