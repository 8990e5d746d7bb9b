/** What the API says about a service, as far as the checklist needs it. */
export interface SetupFacts {
  users: number
  /** Whether each SLA policy is still the default of the configuration. */
  policies: readonly { is_default: boolean }[]
  inbound_webhooks: number
  cis: number
  demo: 'none' | 'loading' | 'loaded' | 'removed'
}

export const stepNames = ['people', 'sla', 'alerts', 'cis', 'demo'] as const
export type StepName = (typeof stepNames)[number]

export interface SetupStep {
  name: StepName
  isDone: boolean
  /** It is being done in the background. */
  isLoading: boolean
  isOptional: boolean
  /** The page on which the step is done. */
  to: string
}

const pages: Record<StepName, string> = {
  people: '/administration/users/new',
  sla: '/administration/sla',
  alerts: '/webhooks/inbound/new',
  cis: '/cmdb/new',
  demo: '/administration/demo',
}

/** Whether a step is done follows from the records themselves, however they were made. */
export function stepsOf(facts: SetupFacts): SetupStep[] {
  const done: Record<StepName, boolean> = {
    people: facts.users > 1, // the first one is the administrator
    sla: facts.policies.some(({ is_default }) => !is_default),
    alerts: facts.inbound_webhooks > 0,
    cis: facts.cis > 0,
    demo: facts.demo === 'loaded',
  }
  return stepNames.map((name) => ({
    name,
    isDone: done[name],
    isLoading: name === 'demo' && facts.demo === 'loading',
    isOptional: name === 'demo',
    to: pages[name],
  }))
}

export const isSetUp = (steps: readonly SetupStep[]): boolean =>
  steps.every(({ isDone, isOptional }) => isDone || isOptional)
