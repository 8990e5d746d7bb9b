import { getRouteApi } from '@tanstack/react-router'
import { api, bodyOf, ifMatch, withId } from '../api/client.ts'
import { when } from '../shell/time.tsx'
import { administration as w } from '../words/administration.ts'
import { records } from '../words/records.ts'
import { AccountPage } from './account-page.tsx'
import { clientFields, newClientFields } from './model.ts'
import { NewAccountPage } from './new-account-page.tsx'

const route = getRouteApi('/administration/clients/$id')
const path = '/clients'
const list = '/administration/clients'

export const ClientPage = () => (
  <AccountPage
    id={route.useParams().id}
    kind={{
      path,
      list,
      fields: clientFields,
      facts: (client) => [
        [w.clients.id, client.id],
        [records.created, when(client.created_at)],
        [records.updated, when(client.updated_at)],
      ],
      renew: {
        label: w.clients.newSecret,
        question: w.clients.newSecretQuestion,
        make: async ({ body: { id }, etag }) =>
          (await bodyOf(api.POST('/clients/{id}/rotate-secret', { ...withId(id), ...ifMatch(etag) })))
            .client_secret,
      },
      secretOf: ({ name }) => w.clients.secret(name),
      deleteQuestion: w.clients.deleteQuestion,
    }}
  />
)

export const NewClientPage = () => (
  <NewAccountPage
    path={path}
    list={list}
    fields={newClientFields}
    initial={{ roles: ['viewer'] }}
    title={w.clients.create}
    made={w.clients.created}
    open={w.clients.open}
    secretOf={({ name, client_secret }) => ({ label: w.clients.secret(name), value: client_secret })}
    facts={({ id }) => [[w.clients.id, id]]}
  />
)
