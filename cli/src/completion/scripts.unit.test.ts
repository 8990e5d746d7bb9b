import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from '../../../server/test/folders.ts'
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

const bins = (process.env.PATH ?? '').split(':')
const shells = [
  { name: 'bash', script: bashScript },
  { name: 'zsh', script: zshScript },
  { name: 'fish', script: fishScript },
].filter(({ name }) => bins.some((bin) => existsSync(path.join(bin, name))))

/** Unfinished lines, and the word with which each shell goes on. */
const completions = {
  'mainstay inc': 'incident',
  'mainstay incident cl': 'close',
  'mainstay incident list --un': '--unassigned',
  'mainstay --json incident update --state reo': 'reopened',
  'mainstay import pa': 'pagerduty',
  'mainstay completion f': 'fish',
  'mainstay --profile import incident cl': 'close',
}
/** What only bash splits into words of its own. */
const bashCompletions = {
  'mainstay incident update --state=': 'new in_progress on_hold resolved closed cancelled reopened',
  'mainstay incident update --state=reo': 'reopened',
  'mainstay --profile=import incident cl': 'close',
  'mainstay --profile ': '',
}

test.each(shells)('$name itself completes commands, options and their values', ({ name, script }) => {
  const file = path.join(openFolder(), 'completion')
  writeFileSync(file, script(tree))
  const program = fileURLToPath(new URL(`../../../server/test/shells/complete.${name}`, import.meta.url))
  const expected = { ...completions, ...(name === 'bash' ? bashCompletions : {}) }
  const args = [program, file, ...Object.keys(expected)]
  const words = execFileSync(name, args, { encoding: 'utf8' })
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
  expect(words).toEqual(Object.values(expected))
})

test('every command and option is in the scripts of all shells', () => {
  const nodes = tree.filter(({ path }) => path !== '')
  expect(nodes.length).toBeGreaterThan(25)
  for (const script of [bashScript(tree), zshScript(tree), fishScript(tree)])
    for (const { path } of nodes) expect(script).toContain(path)
  for (const { options } of nodes)
    for (const { flags } of options) expect(zshScript(tree)).toContain(`${flags.at(-1)!}:`)
})

test('an option takes a value at every command or at none', () => {
  const flags = (takesValue: boolean) =>
    tree.flatMap(({ options }) =>
      options.filter((option) => option.takesValue === takesValue).flatMap((option) => option.flags),
    )
  const without = new Set(flags(false))
  expect(flags(true).filter((flag) => without.has(flag))).toEqual([])
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
