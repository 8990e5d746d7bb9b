import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFolder } from './folders.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A project of a user with the SDK as it would be published, and the path of the package in it. */
export function makeProject(): { folder: string; sdk: string } {
  const folder = openFolder()
  const pack = ['pack', '--silent', '--pack-destination', folder]
  const tarball = execFileSync('npm', pack, { cwd: path.join(root, 'sdk'), encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', tarball], { cwd: folder })
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@mainstay'), { recursive: true })
  const sdk = path.join(modules, '@mainstay/sdk')
  renameSync(path.join(folder, 'package'), sdk)
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  return { folder, sdk }
}

/** Compiles all TypeScript of the folder, strictly, to JavaScript beside it. */
export function compileProject(folder: string): void {
  const options = {
    target: 'ES2022',
    module: 'nodenext',
    lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
    types: ['node'],
    strict: true,
    skipLibCheck: false,
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  )
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
}
