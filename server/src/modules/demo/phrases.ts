/** Work notes that fit any incident. Incidents from monitoring have their own. */
export interface Phrases {
  handovers: string[]
  waits: string[]
  cancellations: string[]
  returns: string[]
  second_solutions: string[]
}

const second_solutions = [
  'First fix did not survive a restart. Made it permanent and watched it for a day.',
  'Repeated the same step and checked the next day: it has not come back.',
  'A second device had the same fault. Corrected there as well.',
]

export const phrases: Record<'callers' | 'monitoring', Phrases> = {
  callers: {
    handovers: [
      'Could not be solved over the phone, passed on.',
      'The first steps in the article did not help. Please take over.',
      'User is at work until 17:00 and can be reached by phone.',
      'Several people are affected, passed on.',
    ],
    waits: [
      'Waiting for the user to try again and reply.',
      'User is away until next week.',
      'Waiting for the vendor, support case is open.',
      'Waiting for the maintenance window.',
    ],
    cancellations: [
      'Duplicate, continuing in the other incident.',
      'User called back: it was a mistake.',
      'Resolved on its own before anybody looked.',
      'A colleague has helped in the meantime.',
    ],
    returns: [
      'It is back, exactly as before.',
      'Worked for an hour, now it is the same again.',
      'It was better only at first. Please look again.',
    ],
    second_solutions,
  },
  monitoring: {
    handovers: ['Nobody at the service desk knows this alert, passed on.'],
    waits: [
      'Waiting for the maintenance window.',
      'Waiting for the vendor, support case is open.',
      'Spare part ordered.',
      'Cause is clear, the application owner has to agree.',
    ],
    cancellations: [
      'Planned maintenance, the alert was not silenced.',
      'Second alert for the same fault, continuing in the other incident.',
      'Alert cleared on its own within minutes, once in 30 days.',
    ],
    returns: ['Automatic alert. The same condition again.', 'Automatic alert. Threshold exceeded again.'],
    second_solutions,
  },
}
