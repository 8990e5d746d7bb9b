/** What people write in any incident, whatever it is about; about what a machine reported they put it otherwise. */
export interface Phrases {
  handovers: string[]
  waits: string[]
  cancellations: string[]
  returns: string[]
  second_solutions: string[]
}

const second_solutions = [
  'First repair did not survive a restart. Made permanent and watched for a day.',
  'Same step once more, and this time checked on the next day: stays away.',
  'A second device had the same fault. Corrected there as well.',
]

export const phrases: Record<'callers' | 'monitoring', Phrases> = {
  callers: {
    handovers: [
      'Not solved on the phone, passed on.',
      'First steps of the article did not help. Please take over.',
      'User is at work until 17:00 and can be called.',
      'Several people are concerned, passed on.',
    ],
    waits: [
      'Waiting for the user: needs to try again and answer.',
      'User is away until next week.',
      'Waiting for the vendor, case is open there.',
      'Waits for the maintenance window.',
    ],
    cancellations: [
      'Opened twice, the other one goes on.',
      'User has called again: it was a mistake.',
      'Has gone away by itself before anybody looked.',
      'A colleague next door has helped meanwhile.',
    ],
    returns: [
      'It is back, exactly as before.',
      'Worked for an hour, now the same again.',
      'Only better at first. Please look again.',
    ],
    second_solutions,
  },
  monitoring: {
    handovers: ['Alert is known to nobody at the service desk, passed on.'],
    waits: [
      'Waits for the maintenance window.',
      'Waiting for the vendor, case is open there.',
      'Spare part is ordered.',
      'Cause is clear, the owner of the application has to agree.',
    ],
    cancellations: [
      'Planned maintenance, the alert was not silenced.',
      'Second alert of the same fault, the other incident goes on.',
      'Alert cleared by itself within minutes, once in 30 days.',
    ],
    returns: ['Automatic alert. The same condition again.', 'Automatic alert. Threshold passed once more.'],
    second_solutions,
  },
}
