import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, bodyOf } from '../api/client.ts'
import { stepsOf, type SetupStep } from './steps.ts'

const queryKey = ['/onboarding']
const pollInterval = 1000
const one = { params: { query: { limit: 1 } } }

/** Without steps while loading, and once an administrator has dismissed the checklist. */
export function useSetup() {
  const queries = useQueryClient()
  const {
    data: steps,
    isLoading: isFirstRead,
    failureCount,
  } = useQuery({
    queryKey,
    queryFn: readSteps,
    refetchInterval: ({ state }) => (isLoading(state.data) ? pollInterval : false),
  })
  const wasLoading = useRef(false)
  useEffect(() => {
    // The demo data is there, so every list has changed.
    if (wasLoading.current && !isLoading(steps)) void queries.invalidateQueries()
    wasLoading.current = isLoading(steps)
  }, [queries, steps])
  const dismiss = async () => {
    await api.PUT('/onboarding', { body: { dismissed: true } })
    await queries.invalidateQueries({ queryKey })
  }
  return { steps: steps ?? undefined, isFirstTry: isFirstRead && failureCount === 0, dismiss }
}

const isLoading = (steps: SetupStep[] | null | undefined) => steps?.some((step) => step.isLoading) ?? false

async function readSteps(): Promise<SetupStep[] | null> {
  const { dismissed } = await bodyOf(api.GET('/onboarding'))
  if (dismissed) return null
  const [users, policies, webhooks, cis, demo] = await Promise.all([
    bodyOf(api.GET('/users', one)),
    bodyOf(api.GET('/sla/policies')),
    bodyOf(api.GET('/webhooks/inbound', one)),
    bodyOf(api.GET('/cmdb/cis', one)),
    bodyOf(api.GET('/demo')),
  ])
  return stepsOf({
    users: users.total,
    policies: policies.data,
    inbound_webhooks: webhooks.total,
    cis: cis.total,
    demo: demo.status,
  })
}
