import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './folders.ts'

/** The registry is a folder with a file for each published package; `broken` names one that cannot be published. */
const npm = `#!/bin/sh
name=$(basename "$PWD")
case "$1 $*" in
  view*) grep -qs . "$REGISTRY/$(basename "\${2%@*}")" && echo 1.0.0 ;;
  *--dry-run*) ! grep -qs . "$REGISTRY/$name" ;;
  publish*) ! grep -qsx "$name" "$REGISTRY/broken" && echo 1.0.0 >> "$REGISTRY/$name" ;;
esac
`

/** A repository that is ready for its release, with two packages. */
function makeRepository(): string {
  const root = openFolder()
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  const folders = ['sdk', 'cli'].map((name) => path.join(root, 'dist', name))
  for (const name of ['prepare', 'release'])
    cpSync(
      fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url)),
      `${root}/scripts/${name}.mjs`,
    )
  write('scripts/package.mjs', `export const stagePackages = () => ${JSON.stringify(folders)}`)
  for (const name of ['sdk', 'cli']) write(`dist/${name}/package.json`, `{ "name": "@mainstay/${name}" }`)
  for (const folder of ['.', 'server', 'sdk', 'cli', 'console', 'bench'])
    write(`${folder}/package.json`, '{ "version": "1.0.0" }')
  for (const name of ['server', 'cli']) write(`${name}/src/version.ts`, `'1.0.0'`)
  write('docs/openapi.json', '"version": "1.0.0"')
  write('deploy/kubernetes/kustomization.yaml', 'newTag: 1.0.0\n')
  write('CHANGELOG.md', '# Changes\n\n## Unreleased\n\n- Something\n')
  write('bin/npm', npm)
  write('node_modules/.bin/publint', '#!/bin/sh\n')
  for (const program of ['bin/npm', 'node_modules/.bin/publint']) chmodSync(path.join(root, program), 0o755)
  return root
}

test('a release that failed between two packages is finished by another run', () => {
  const root = makeRepository()
  const registry = openFolder()
  const PATH = `${path.join(root, 'bin')}:${process.env.PATH}`
  const who = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b.example',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b.example',
  }
  const options = {
    cwd: root,
    env: { PATH, REGISTRY: registry, HOME: root, ...who },
    encoding: 'utf8',
  } as const
  const git = (...args: string[]) => execFileSync('git', args, options)
  const release = () => spawnSync(process.execPath, ['scripts/release.mjs'], options)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'all')
  writeFileSync(path.join(registry, 'broken'), 'cli\n')
  expect(release().status).not.toBe(0)
  writeFileSync(path.join(registry, 'broken'), '')
  expect(release()).toMatchObject({ status: 0, stdout: expect.stringContaining('Published 1.0.0') as string })
  for (const name of ['sdk', 'cli']) expect(readFileSync(path.join(registry, name), 'utf8')).toBe('1.0.0\n')
  git('commit', '--quiet', '--allow-empty', '--message', 'later')
  expect(release()).toMatchObject({ status: 1, stderr: expect.stringContaining('v1.0.0 exists') as string })
})
