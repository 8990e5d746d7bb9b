import { createHash } from 'node:crypto'
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

const hour = 60 * 60 * 1000

test.for<[string, object, string[]]>([
  ['whose key the service has forgotten', { key: 'a', at: Date.now() - 24 * hour }, []],
  ['of an earlier version', { key: 'a' }, []],
  ['whose job the service has forgotten', { key: 'a', at: Date.now(), job_id: 'job_1' }, ['GET']],
])('a batch %s is not sent again', async ([, batch, calls]) => {
  const service = await serveSteps(problem(404, 'not_found'))
  const cli = openCli({ MAINSTAY_URL: service.baseUrl, MAINSTAY_TOKEN: 'any' })
  writeFileSync(path.join(cli.cwd, 'one.csv'), file)
  const digest = createHash('sha256').update(file).digest('hex')
  const progress = {
    digest,
    base_url: service.baseUrl,
    pending: { 0: batch },
    done: [],
    succeeded: 0,
    failed: [],
  }
  writeFileSync(path.join(cli.cwd, 'one.csv.resume.json'), JSON.stringify(progress))
  const { code, stderr } = await cli.call(['bulk', 'import', 'one.csv'])
  expect([code, service.seen.map(({ method }) => method)]).toEqual([7, calls])
  expect(stderr).toContain('line 2: the import was interrupted long ago, and this record may exist')
})
