import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeProgram } from '../program.ts'
import { bashScript, fishScript, zshScript } from './scripts.ts'
import { completionTree } from './tree.ts'

const silent = { write: () => true }
const program = makeProgram({
  stdout: silent,
  stderr: silent,
  stdin: Readable.from([]),
  env: {},
  cwd: '/',
  signal: new AbortController().signal,
})
const tree = completionTree(program)

/** What bash itself offers at the end of a line. */
function completeInBash(...words: string[]): string[] {
  const probe = `${bashScript(tree)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mainstay; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', probe, 'bash', 'mainstay', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

test('bash completes commands, commands below them, options and their values', () => {
  expect(completeInBash('inc')).toEqual(['incident'])
  expect(completeInBash('incident', 'c')).toEqual(['create', 'close'])
  expect(completeInBash('incident', 'list', '--un')).toEqual(['--unassigned'])
  expect(completeInBash('--json', 'incident', 'update', '--state', 're')).toEqual(['resolved', 'reopened'])
  expect(completeInBash('completion', '')).toContain('--help')
})

test('every command and option is in the scripts of all shells', () => {
  const nodes = tree.filter(({ path }) => path !== '')
  expect(nodes.length).toBeGreaterThan(25)
  for (const script of [bashScript(tree), zshScript(tree), fishScript(tree)])
    for (const { path } of nodes) expect(script).toContain(path)
  for (const { options } of nodes)
    for (const { flags } of options) expect(zshScript(tree)).toContain(`${flags.at(-1)!}:`)
})

test('descriptions with quotes do not break a script', () => {
  const [node] = tree
  const hostile = [{ ...node!, commands: [{ name: 'it', description: `it's "so" $(id) \`id\` \\` }] }]
  for (const script of [zshScript(hostile), fishScript(hostile)]) expect(script).toContain(`"so" $(id)`)
  expect(zshScript(hostile)).toContain(`it'\\''s`)
  expect(fishScript(hostile)).toContain(`it\\'s`)
})

test('every command has a description and, if it does something, an example', () => {
  for (const { path } of tree) {
    const command = path
      .split(' ')
      .filter(Boolean)
      .reduce((at, name) => at.commands.find((one) => one.name() === name)!, program)
    expect([path, command.description()]).not.toEqual([path, ''])
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) })
    command.outputHelp()
    expect([path, help.includes('Examples:')]).toEqual([path, command.commands.length === 0])
  }
})
