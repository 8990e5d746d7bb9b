import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import type { Article } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { dropDraft, readDraft, writeDraft } from '../records/drafts.ts'
import { isOutdated } from '../records/editing/field-state.ts'
import { Loaded } from '../records/loaded.tsx'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { notify } from '../shell/notify.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { Difference } from './difference-view.tsx'
import { Editor } from './editor.tsx'
import { path, type Text as Written } from './model.ts'
import { useRights } from './rights.ts'
import { asLines, changesOf, textOf } from './text.ts'

const route = getRouteApi('/knowledge/$id/edit')

export function EditPage() {
  const { id } = route.useParams()
  const query = useRecord(path, id)
  return <Loaded query={query}>{(answer) => <AllowedEditing key={id} answer={answer} />}</Loaded>
}

function AllowedEditing({ answer }: { answer: Answer<Article> }) {
  const { me } = useMe()
  const { mayEdit } = useRights(answer.body)
  return me && !mayEdit ? <Empty text={shell.forbidden} /> : <Editing answer={answer} />
}

/** What was written and not saved, and the version when that began. */
interface ArticleDraft {
  text: Written
  base: Answer<Article>
}

/** `base` is the version when editing began; later changes by others are not overwritten unseen. */
function Editing({ answer }: { answer: Answer<Article> }) {
  const { id } = answer.body
  const navigate = useNavigate()
  const change = useChange(path, id)
  const draftAddress = `${path}/${id} text`
  const [draft] = useState(() => readDraft<ArticleDraft>(draftAddress))
  const [base, setBase] = useState(draft?.base ?? answer)
  const [text, setText] = useState(() => draft?.text ?? textOf(answer.body))
  const isSaved = useRef(false)
  const changes = changesOf(base.body, text)
  const hasChanged = Object.keys(changes).length > 0
  const isBehind = base.body.version !== answer.body.version && hasChanged
  const write = (next: Written) => {
    setText(next)
    writeDraft(draftAddress, { text: next, base })
  }
  const leave = () => {
    dropDraft(draftAddress)
    return navigate({ to: '/knowledge/$id', params: { id } })
  }
  const save = async (etag: string | undefined) => {
    if (!hasChanged) return leave()
    isSaved.current = true // before the response, which is newer than the base
    try {
      await change.mutateAsync({ patch: changes, etag })
    } catch {
      isSaved.current = false
      return
    }
    notify(shell.saved)
    await leave()
  }
  const takeTheirs = () => {
    dropDraft(draftAddress)
    setBase(answer)
    setText(textOf(answer.body))
    change.reset()
  }
  return (
    <Stack>
      <PageHead title={base.body.title} before={<Text fw={600}>{id}</Text>} />
      <Editor
        text={text}
        change={write}
        error={change.error}
        isBusy={change.isPending}
        save={() => void save(base.etag)}
        cancel={() => void leave()}
        canSave={!isBehind || change.isPending}
      >
        {isBehind && !isSaved.current && (
          <Conflict
            mine={text}
            theirs={textOf(answer.body)}
            overwrite={() => void save(answer.etag)}
            discard={takeTheirs}
          />
        )}
        {change.error && !(isBehind && isOutdated(change.error)) && <Failure error={change.error} />}
      </Editor>
    </Stack>
  )
}

interface ConflictProps {
  mine: Written
  theirs: Written
  overwrite: () => void
  discard: () => void
}

/** Shows both versions; the user may then overwrite the other one. */
const Conflict = ({ mine, theirs, overwrite, discard }: ConflictProps) => (
  <Alert color="orange" title={records.conflict} role="alert">
    <Stack gap="sm">
      <Text size="sm">{w.conflictDetail}</Text>
      <Difference before={asLines(theirs)} after={asLines(mine)} />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={overwrite}>
          {records.overwrite}
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          {w.discardMine}
        </Button>
      </Group>
    </Stack>
  </Alert>
)
