import { conflict } from '../../kernel/errors.ts'

/** The states of a noun and its transitions. Some are reached only by an action endpoint, which the error names. */
export function stateTable<State extends string>(
  noun: string,
  table: Record<State, NoInfer<State>[]>,
  actionEndpoints: Partial<Record<State, string>> = {},
) {
  const refuse = (from: State, to: State, why: string) =>
    conflict('invalid_state_transition', `${noun} that is ${from} cannot become ${to}: ${why}`, {
      current_state: from,
      requested_state: to,
      allowed_transitions: table[from],
    })

  function checkStep(from: State, to: State): void {
    if (table[from].includes(to)) return
    const allowed =
      table[from].length > 0 ? `from here it can become ${table[from].join(' or ')}` : 'it is final'
    throw refuse(from, to, allowed)
  }

  return {
    states: Object.keys(table) as State[],
    allowedTransitions: (state: State): State[] => table[state],
    /** For action endpoints: it must be a transition. */
    checkStep,
    /** For an update of the state: an unchanged state is not a transition. */
    checkTransition: (from: State, to: State): void => {
      if (from === to) return
      checkStep(from, to)
      const call = actionEndpoints[to]
      if (call !== undefined) throw refuse(from, to, `use ${call}`)
    },
  }
}
