import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openCli } from '../../../server/test/cli.ts'
import { problem, serveSteps } from '../../../server/test/sdk-service.ts'

const file = 'short_description\nMail is down\n'

async function importWith(status: number, code: string) {
  const service = await serveSteps(problem(status, code))
  const cli = openCli({ MAINSTAY_URL: service.baseUrl, MAINSTAY_TOKEN: 'any' })
  writeFileSync(path.join(cli.cwd, 'one.csv'), file)
  return { ...cli, ...(await cli.call(['bulk', 'import', 'one.csv'])) }
}

test('a record that is too large for a request is one that failed', async () => {
  const { code, stdout, stderr, cwd } = await importWith(413, 'payload_too_large')
  expect([code, stdout]).toEqual([7, '0 incidents created, 1 failed.\n'])
  expect(stderr).toContain('line 2: It is payload_too_large')
  expect(readFileSync(path.join(cwd, 'one.failed.csv'), 'utf8')).toBe(file)
})

test.for<[number, string, number, boolean]>([
  [400, 'validation_error', 5, false],
  [409, 'conflict', 5, false],
  [500, 'internal_error', 1, true],
])('after a %i the command is to be repeated: %s', async ([status, code, exitCode, isRepeated]) => {
  const result = await importWith(status, code)
  expect([result.code, result.stderr.includes('Run the same command again')]).toEqual([exitCode, isRepeated])
})
