import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf, ifMatch, withId } from '../api/client.ts'
import { readAll } from '../api/pages.ts'
import type { CreateView, UpdateView, View } from '../api/schema.d.ts'

export type ListName = View['noun']

/** The views of a list that the service keeps: those of the user, and the shared ones. */
export function useSavedViews(noun: ListName) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['/views', noun],
    queryFn: ({ signal }) => readAll('/views', { noun, sort: 'name', order: 'asc' }, signal),
    staleTime: 60_000,
  })
  const reload = () => queries.invalidateQueries({ queryKey: ['/views', noun] })
  const reloading = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } finally {
      await reload()
    }
  }
  return {
    noun,
    saved: data ?? [],
    create: (view: CreateView) => reloading(bodyOf(api.POST('/views', { body: view }))),
    /** Refused if someone else has changed the view since it was read. */
    update: ({ id, version }: View, changes: UpdateView) =>
      reloading(
        bodyOf(api.PATCH('/views/{id}', { ...withId(id), ...ifMatch(`"${version}"`), body: changes })),
      ),
    remove: ({ id }: View) => reloading(bodyOf(api.DELETE('/views/{id}', withId(id)))),
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>
