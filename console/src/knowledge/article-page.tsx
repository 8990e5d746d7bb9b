import { Alert, Badge, Button, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { api, ifMatch, withId, type Answer } from '../api/client.ts'
import { useChange, useRecord, useRefresh } from '../api/records.ts'
import type { Article } from '../api/schema.d.ts'
import { LoadedRecord } from '../records/loaded-record.tsx'
import { Activity } from '../records/activity/activity.tsx'
import { Composer } from '../records/activity/composer.tsx'
import { useNoteDraft } from '../records/activity/note-draft.ts'
import { useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import { choicesFrom } from '../records/field-input.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { notify } from '../shell/notify.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { records } from '../words/records.ts'
import { nav } from '../words/shell.ts'
import { ArticleText } from './article-text.tsx'
import { Facts } from './facts.tsx'
import { ArticleVote } from './article-vote.tsx'
import { isStale, path, staleAfter, stateColours } from './model.ts'

const route = getRouteApi('/knowledge/$id')

export function ArticlePage() {
  const { id } = route.useParams()
  const query = useRecord(path, id)
  return (
    <LoadedRecord query={query} id={id} list={{ to: '/knowledge', label: nav.knowledge }}>
      {(answer) => <ArticleDetails key={id} answer={answer} />}
    </LoadedRecord>
  )
}

function ArticleDetails({ answer }: { answer: Answer<Article> }) {
  const article = answer.body
  const { me, may } = useMe()
  const isOwn = may('editors') || me?.email === article.author
  const record = useEditableRecord(path, answer, may('editors'))
  const note = useNoteDraft(path, article.id)
  return (
    <RecordFrame
      path={path}
      id={article.id}
      version={article.version}
      head={<Marks article={article} />}
      actions={may('editors') && <Steps answer={answer} />}
      title={<EditableTitle record={record} field={titleField} />}
      notices={may('editors') && isStale(article) && <StaleNotice answer={answer} />}
      side={<Facts article={article} record={record} hasVersions={isOwn} />}
    >
      <Paper withBorder p="md" component="article">
        {article.body.trim() ? <ArticleText text={article.body} /> : <Text c="dimmed">{w.noBody}</Text>}
      </Paper>
      <ArticleVote article={article} />
      {isOwn && <Activity path={path} id={article.id} fields={historyFields} />}
      {may('editors') && <Composer path={path} id={article.id} draft={note} />}
    </RecordFrame>
  )
}

const Marks = ({ article: { state, version } }: { article: Article }) => (
  <>
    <Badge color={stateColours[state]} variant="light">
      {w.states[state]}
    </Badge>
    <span>
      {w.version} {version}
    </span>
  </>
)

const titleField = { name: 'title', label: w.name, required: true }

const historyFields = [
  titleField,
  { name: 'body', label: w.body },
  { name: 'category', label: w.category },
  { name: 'tags', label: w.tags },
  { name: 'state', label: w.state, choices: choicesFrom(w.states) },
]

/** The actions of an editor. */
function Steps({ answer: { body: article, etag } }: { answer: Answer<Article> }) {
  const step = useChange(path, article.id)
  const { may } = useMe()
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  const remove = async () => {
    await api.DELETE('/knowledge/articles/{id}', { ...withId(article.id), ...ifMatch(etag) })
    await refresh()
    await navigate({ to: '/knowledge' })
    notify(records.deleted)
  }
  return (
    <>
      <ButtonLink to="/knowledge/$id/edit" params={{ id: article.id }} size="xs">
        {w.edit}
      </ButtonLink>
      {article.allowed_transitions.map((state) => (
        <Button
          key={state}
          size="xs"
          variant="default"
          disabled={step.isPending}
          onClick={() => step.mutate({ patch: { state }, etag })}
        >
          {w.steps[state]}
        </Button>
      ))}
      {may('managers') && (
        <ConfirmButton label={records.delete} question={w.delete(article.id)} act={remove} />
      )}
      {step.error && <Failure error={step.error} />}
    </>
  )
}

function StaleNotice({ answer: { body: article, etag } }: { answer: Answer<Article> }) {
  const [refresh, refreshStale] = [useRefresh(path), useRefresh(`${path}/stale`)]
  const hold = useMutation({
    mutationFn: () =>
      api.POST('/knowledge/articles/{id}/review', { ...withId(article.id), ...ifMatch(etag) }),
    onSuccess: () => notify(w.markedReviewed),
    onSettled: () => Promise.all([refresh(article.id), refreshStale()]),
  })
  return (
    <Alert color="yellow" title={w.isStale(staleAfter)}>
      <Stack gap="xs" align="start">
        <Text size="sm">{w.staleDetail}</Text>
        {hold.error && <Failure error={hold.error} />}
        <Button size="xs" variant="default" loading={hold.isPending} onClick={() => hold.mutate()}>
          {w.markReviewed}
        </Button>
      </Stack>
    </Alert>
  )
}
