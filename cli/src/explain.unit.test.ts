import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '@mainstay/sdk'
import { expect, test } from 'vitest'
import { CliError, usageError } from './errors.ts'
import { explain } from './explain.ts'

const problem = (message: string) => ({ message, code: 'x' })

test.each([
  [new Error('unexpected'), 1],
  [new CliError('failed'), 1],
  [usageError('wrong'), 2],
  [new AuthenticationError(401, problem('no')), 3],
  [new PermissionError(403, problem('no')), 3],
  [new NotFoundError(404, problem('no')), 4],
  [new ValidationError(400, problem('no')), 5],
  [new ValidationError(400, { message: 'wrong key', code: 'invalid_grant' }), 3],
  [new ConflictError(409, problem('no')), 5],
  [new RateLimitError(429, problem('no')), 6],
  [new ServerError(502, problem('no')), 6],
  [new ServerError(503, problem('no')), 6],
  [new ServerError(504, problem('no')), 6],
  [new ServerError(500, problem('no')), 1],
  [new ConnectionError('refused'), 6],
])('%s has an exit code of its own kind', (error, code) => {
  expect(explain(error).exitCode).toBe(code)
})

test('each refused field is named, and the next possible states', () => {
  const error = new ConflictError(409, {
    message: 'Not now',
    code: 'invalid_state_transition',
    allowed_transitions: ['in_progress', 'cancelled'],
    errors: [
      { field: 'state', pointer: '/state', code: 'x', message: 'cannot be closed' },
      { field: 'priority', pointer: '/priority', code: 'x', message: 'priority must be one of P1' },
      { field: 'state', pointer: '/state', code: 'x', message: 'Not now' },
    ],
  })
  expect(explain(error)).toMatchObject({
    message: 'Not now\n  state: cannot be closed\n  priority must be one of P1',
    hint: 'Possible states now: in_progress, cancelled',
  })
})

test('nothing is said twice', () => {
  const errors = ['title is required', 'priority must be one of P1'].map((message) => ({
    field: message.split(' ')[0]!,
    pointer: '',
    code: 'x',
    message,
  }))
  const message = errors.map((each) => each.message).join('; ')
  expect(explain(new ValidationError(400, { code: 'validation_error', message, errors })).message).toBe(
    'The service refused these fields:\n  title is required\n  priority must be one of P1',
  )
  const roles = { ...problem('This needs one of the roles viewer'), required_roles: ['viewer'] }
  expect(explain(new PermissionError(403, roles)).hint).toBe('Ask an administrator for one of these roles')
  expect(explain(new RateLimitError(429, problem('Too many requests'))).hint).toBe('Try again in 1 s')
  expect(explain(new RateLimitError(429, problem('Too many. Try again in 3 s'))).hint).toBeUndefined()
})
