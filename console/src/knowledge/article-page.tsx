import { Alert, Badge, Button, Menu, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, ifMatch, withId, type Answer } from '../api/client.ts'
import { useChange, useRefresh } from '../api/records.ts'
import type { Article } from '../api/schema.d.ts'
import { recordPage } from '../records/record-page.tsx'
import { Activity } from '../records/activity/activity.tsx'
import { Composer } from '../records/activity/composer.tsx'
import { useNoteDraft } from '../records/activity/note-draft.ts'
import { useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import { choicesFrom } from '../records/choices-from.ts'
import { MoreActions } from '../records/more-actions.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { notify } from '../shell/notify.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { nav } from '../words/shell.ts'
import { ArticleText } from './article-text.tsx'
import { Facts } from './facts.tsx'
import { ArticleVote } from './article-vote.tsx'
import { isStale, path, staleAfter, stateColours, type State } from './model.ts'
import { useRights } from './rights.ts'

export const ArticlePage = recordPage(path, { to: '/knowledge', label: nav.knowledge }, ArticleDetails)

function ArticleDetails({ answer }: { answer: Answer<Article> }) {
  const article = answer.body
  const isEditor = useMe().may('editors')
  const { mayEdit, maySeePast } = useRights(article)
  const record = useEditableRecord(path, answer, mayEdit)
  const note = useNoteDraft(path, article.id)
  return (
    <RecordFrame
      path={path}
      id={article.id}
      version={article.version}
      head={<Marks article={article} />}
      actions={<Actions answer={answer} />}
      title={<EditableTitle record={record} field={titleField} />}
      notices={isEditor && isStale(article) && <StaleNotice answer={answer} />}
      side={<Facts article={article} record={record} hasVersions={maySeePast} />}
    >
      <Paper withBorder p="md" component="article">
        {article.body.trim() ? <ArticleText text={article.body} /> : <Text c="dimmed">{w.noBody}</Text>}
      </Paper>
      <ArticleVote article={article} />
      {maySeePast && <Activity path={path} id={article.id} fields={historyFields} />}
      {isEditor && <Composer path={path} id={article.id} draft={note} />}
    </RecordFrame>
  )
}

const Marks = ({ article: { state, version } }: { article: Article }) => (
  <>
    <Badge color={stateColours[state]}>{w.states[state]}</Badge>
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

/** The step towards publication has a button; the others are in the menu. */
const mainSteps: Partial<Record<State, State>> = { draft: 'review', review: 'published' }

/** The actions of editors and of the author, and the menu for everyone. */
function Actions({ answer: { body: article, etag } }: { answer: Answer<Article> }) {
  const { id, state } = article
  const step = useChange(path, id)
  const { mayEdit, mayDelete, nextStates } = useRights(article)
  const steps = nextStates.map((next) => ({
    next,
    label: w.steps[next],
    isMain: next === mainSteps[state],
    take: () => step.mutate({ patch: { state: next }, etag }),
  }))
  const hasMain = steps.some(({ isMain }) => isMain)
  return (
    <>
      {mayEdit && (
        <ButtonLink
          to="/knowledge/$id/edit"
          params={{ id }}
          size="xs"
          variant={hasMain ? 'default' : 'filled'}
        >
          {w.edit}
        </ButtonLink>
      )}
      {steps
        .filter(({ isMain }) => isMain)
        .map(({ next, label, take }) => (
          <Button key={next} size="xs" disabled={step.isPending} onClick={take}>
            {label}
          </Button>
        ))}
      <MoreActions path={path} id={id} question={w.delete(id)} list="/knowledge" mayDelete={mayDelete}>
        {steps
          .filter(({ isMain }) => !isMain)
          .map(({ next, label, take }) => (
            <Menu.Item key={next} disabled={step.isPending} onClick={take}>
              {label}
            </Menu.Item>
          ))}
      </MoreActions>
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
