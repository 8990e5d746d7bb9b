import { conflict } from '../../kernel/errors.ts'

/** The states of a noun, and which may follow which. Some are reached only by a call of their own, which the refusal names. */
export function stateTable<State extends string>(
  noun: string,
  table: Record<State, NoInfer<State>[]>,
  ownCalls: Partial<Record<State, string>> = {},
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
    /** For the calls that exist for a step: it must be one. */
    checkStep,
    /** For an update of the state: staying where one is is no transition. */
    checkTransition: (from: State, to: State): void => {
      if (from === to) return
      checkStep(from, to)
      const call = ownCalls[to]
      if (call !== undefined) throw refuse(from, to, `use ${call}`)
    },
  }
}
