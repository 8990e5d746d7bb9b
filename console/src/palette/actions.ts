import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { api, answerOf, ifMatch, withId } from '../api/client.ts'
import type { AssignedPath } from '../api/paths.ts'
import { readRecord } from '../api/records.ts'
import { openIncidentStates } from '../records/open-states.ts'
import { useMe } from '../session/me.ts'
import { signOut } from '../session/session.ts'
import { notify } from '../shell/notify.ts'
import { newRecords, pageGroups } from '../shell/pages.ts'
import { palette as w } from '../words/palette.ts'
import { nav, shell } from '../words/shell.ts'

/** An entry of the palette that is not a record. */
export interface Command {
  id: string
  label: string
  icon: string
  /** Other words that it is found by. */
  keywords?: string
  run: () => unknown
}

interface ShellActions {
  toggleCopilot: () => void
  showShortcuts: () => void
}

/** The record whose page is open, if it can be assigned. */
function useOpenRecord() {
  const { pathname } = useLocation()
  const [, collection, id] = /^\/(incidents|changes|requests)\/([A-Z]{3}\w{7})$/.exec(pathname) ?? []
  return id ? { path: `/${collection}` as AssignedPath, id } : undefined
}

/** What can be done from anywhere, as far as the user may do it. */
export function useCommands({ toggleCopilot, showShortcuts }: ShellActions): Command[] {
  const [navigate, queries] = [useNavigate(), useQueryClient()]
  const { me, may } = useMe()
  const { toggleColorScheme } = useMantineColorScheme()
  const open = useOpenRecord()
  const isAgent = may('agents')

  const assignToMe = async () => {
    if (!open || !me) return
    const { etag } = await readRecord(open.path, open.id)
    const options = { ...withId(open.id), body: { assigned_to: me.email }, ...ifMatch(etag) }
    await answerOf(api.PATCH(`${open.path}/{id}` as '/incidents/{id}', options))
    await queries.invalidateQueries({ queryKey: [open.path] })
    notify(w.assigned(open.id))
  }

  const allowed = newRecords.filter(({ right }) => !right || may(right))
  return [
    ...(open && isAgent
      ? [
          {
            id: 'assign',
            label: w.assignToMe(open.id),
            icon: 'action',
            keywords: w.assignWords,
            run: assignToMe,
          },
        ]
      : []),
    ...allowed.map(({ to, label }) => ({ id: to, label, icon: 'plus', run: () => navigate({ to }) })),
    ...(isAgent
      ? (['P1', 'P2'] as const).map((priority) => ({
          id: `new-${priority}`,
          label: w.newIncident(priority),
          icon: 'plus',
          run: () => navigate({ to: '/incidents/new', search: { priority } }),
        }))
      : []),
    ...pageGroups
      .flatMap(({ pages }) => pages)
      .filter(({ right }) => !right || may(right))
      .map(({ to, label }) => ({ id: to, label: w.goTo(label), icon: to, run: () => navigate({ to }) })),
    {
      id: 'profile',
      label: w.goTo(nav.profile),
      icon: '/profile',
      run: () => navigate({ to: '/profile' }),
    },
    {
      id: 'mine',
      label: w.myIncidents,
      icon: '/incidents',
      run: () =>
        navigate({
          to: '/incidents',
          search: { assigned_to: 'me', state: openIncidentStates.join(',') },
        }),
    },
    ...(isAgent ? [{ id: 'copilot', label: w.copilot, icon: 'copilot', run: toggleCopilot }] : []),
    { id: 'theme', label: w.toggleTheme, icon: 'action', keywords: w.themeWords, run: toggleColorScheme },
    { id: 'shortcuts', label: shell.account.shortcuts, icon: 'action', run: showShortcuts },
    { id: 'sign-out', label: shell.signOut, icon: 'action', run: () => void signOut() },
  ]
}
