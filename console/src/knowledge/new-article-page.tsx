import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { create, useRefresh } from '../api/records.ts'
import { QueuedOfflineError } from '../offline/send-or-queue.ts'
import { useDraft } from '../records/drafts.ts'
import { allowed } from '../shell/allowed.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { startOfText } from '../shell/start-of-text.ts'
import { knowledge } from '../words/knowledge.ts'
import { Editor } from './editor.tsx'
import { path, type Text } from './model.ts'

const route = getRouteApi('/knowledge/new')

/** A new article is a draft until a reviewer publishes it. */
export const NewArticlePage = allowed('editors', () => {
  const { title = '' } = route.useSearch()
  return <NewArticle key={title} title={title} />
})

function NewArticle({ title }: { title: string }) {
  const navigate = useNavigate()
  const refresh = useRefresh(path)
  const initial: Text = { title: startOfText(title, 255), body: '', category: null, tags: [] }
  const { value: text, put, clear } = useDraft(`${path}/new ${title}`, initial)
  const save = useMutation({
    mutationFn: () => create(path, text),
    onSuccess: async ({ id }) => {
      clear()
      await refresh()
      await navigate({ to: '/knowledge/$id', params: { id } })
    },
    onError: (error) => {
      if (error instanceof QueuedOfflineError) clear()
    },
  })
  const cancel = () => {
    clear()
    void navigate({ to: '/knowledge' })
  }
  return (
    <Stack>
      <PageHead title={knowledge.create} />
      <Editor
        text={text}
        change={put}
        error={save.error}
        isBusy={save.isPending}
        save={() => save.mutate()}
        cancel={cancel}
        canSave
      >
        {save.error && <Failure error={save.error} />}
      </Editor>
    </Stack>
  )
}
