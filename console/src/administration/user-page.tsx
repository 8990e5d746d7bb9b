import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { api, ifMatch, withId } from '../api/client.ts'
import { when } from '../shell/time.tsx'
import { administration as w } from '../words/administration.ts'
import { records } from '../words/records.ts'
import { AccountPage } from './account-page.tsx'
import { newUserFields, randomPassword, userFields } from './model.ts'
import { NewAccountPage } from './new-account-page.tsx'
import { OpenWork } from './open-work.tsx'
import { UserSecondFactors } from './second-factors.tsx'
import { UserSessions } from './user-sessions.tsx'

const route = getRouteApi('/administration/users/$id')
const path = '/users'
const list = '/administration/users'

export function UserPage() {
  const { id } = route.useParams()
  return (
    <Stack maw={820}>
      <UserAccount id={id} />
      <UserSessions key={id} id={id} />
    </Stack>
  )
}

const UserAccount = ({ id }: { id: string }) => (
  <AccountPage
    id={id}
    kind={{
      path,
      list,
      fields: userFields,
      facts: (user) => [
        [records.created, when(user.created_at)],
        [records.updated, when(user.updated_at)],
        [w.users.lastSignIn, user.last_sign_in_at ? when(user.last_sign_in_at) : w.users.never],
      ],
      renew: {
        label: w.users.newPassword,
        question: w.users.newPasswordQuestion,
        make: async ({ body: { id }, etag }) => {
          const password = randomPassword()
          await api.PATCH('/users/{id}', { ...withId(id), ...ifMatch(etag), body: { password } })
          return password
        },
      },
      secretOf: ({ email }) => w.users.firstPassword(email),
      deleteQuestion: w.users.deleteQuestion,
      more: (user) => (
        <>
          <OpenWork user={user} />
          <UserSecondFactors id={user.id} />
        </>
      ),
    }}
  />
)

export const NewUserPage = () => (
  <NewAccountPage
    path={path}
    list={list}
    fields={newUserFields}
    initial={{}}
    title={w.users.create}
    made={w.users.created}
    open={w.users.open}
    secretOf={({ email, password }) => password && { label: w.users.firstPassword(email), value: password }}
    facts={() => []}
  />
)
