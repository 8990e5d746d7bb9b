import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { create, useRefresh } from '../api/records.ts'
import { useMe } from '../session/me.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { words } from '../words.ts'
import { Editor } from './editor.tsx'
import { path, type Text } from './model.ts'
import { Unsaved } from './unsaved.tsx'

const route = getRouteApi('/knowledge/new')

/** A new article is a draft until a reviewer publishes it. */
export function NewArticlePage() {
  const { title = '' } = route.useSearch()
  const { me, may } = useMe()
  const navigate = useNavigate()
  const refresh = useRefresh(path)
  const [text, setText] = useState<Text>({ title: title.slice(0, 255), body: '', category: null, tags: [] })
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: () => create(path, text),
    onSuccess: async ({ id }) => {
      isSaved.current = true
      await refresh()
      await navigate({ to: '/knowledge/$id', params: { id } })
    },
  })
  if (me && !may('editors')) return <Empty text={words.forbidden} />
  return (
    <Stack>
      <PageHead title={words.knowledge.create} />
      <Editor
        text={text}
        change={setText}
        error={save.error}
        isBusy={save.isPending}
        save={() => save.mutate()}
        cancel={() => void navigate({ to: '/knowledge' })}
        canSave
      >
        {save.error && <Failure error={save.error} />}
      </Editor>
      <Unsaved isUnsaved={() => !isSaved.current && text.body.trim() !== ''} />
    </Stack>
  )
}
