import { Group, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { DateInput } from '../records/date-input.tsx'
import { useSearchText } from '../records/use-search-text.ts'
import { useShow } from '../shell/use-show.ts'
import { administration } from '../words/administration.ts'
import { auditActions, auditTypes } from '../words/audit.ts'
import { records } from '../words/records.ts'
import { inWords, storedName } from './audit-names.ts'

const { audit: w } = administration
const route = getRouteApi('/administration/audit')

/** Suggested in the filters; any other name can be typed. */
const suggested: Record<string, { words: Record<string, string>; names: readonly string[] }> = {
  action: {
    words: auditActions,
    names: [
      'created',
      'updated',
      'deleted',
      'approved',
      'rejected',
      'revoked',
      'rotated',
      'signed_in',
      'sign_in_refused',
      'token_issued',
      'token_refused',
      'access_refused',
      'sla_warned',
      'sla_breached',
    ],
  },
  subject_type: {
    words: auditTypes,
    names: [
      'incident',
      'change',
      'request',
      'configuration_item',
      'article',
      'user',
      'client',
      'api_key',
      'identity',
      'outbound_webhook',
      'inbound_webhook',
    ],
  },
}

const texts = [
  ['subject_type', w.subjectType, w.subjectTypeHint],
  ['subject_id', w.subjectId, w.subjectIdHint],
  ['action', w.action, w.actionHint],
  ['actor_id', w.actorId, w.actorIdHint],
] as const
const days = [
  ['after', w.from],
  ['before', w.until],
] as const

export function AuditFilters() {
  const view = route.useSearch()
  const show = useShow()
  return (
    <Group align="end" gap="sm">
      {Object.entries(suggested).map(([name, { words, names }]) => (
        <datalist key={name} id={`audit-${name}`}>
          {names.map((each) => (
            <option key={each} value={each}>
              {inWords(words, each)}
            </option>
          ))}
        </datalist>
      ))}
      {texts.map(([name, label, hint]) => (
        <TextFilter
          key={name}
          name={name}
          label={label}
          placeholder={hint}
          value={view[name]}
          find={(value) => show({ [name]: value })}
        />
      ))}
      {days.map(([name, label]) => (
        <DateInput
          key={name}
          kind="date"
          w="9.5rem"
          label={label}
          placeholder={records.anyDate}
          value={view[name] ?? null}
          change={(day) => show({ [name]: day ?? undefined })}
        />
      ))}
    </Group>
  )
}

interface TextFilterProps {
  name: string
  label: string
  placeholder: string
  value: string | undefined
  find: (value: string | undefined) => void
}

/** Each waits for itself: what was typed in one is not forgotten for what is typed in the next. */
function TextFilter({ name, value, find, ...input }: TextFilterProps) {
  const words = suggested[name]?.words
  const text = useSearchText(value, find, words && ((typed) => storedName(words, typed)))
  return <TextInput {...input} {...(words && { list: `audit-${name}` })} {...text} flex="1 1 9rem" />
}
