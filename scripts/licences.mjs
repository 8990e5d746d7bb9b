// The licences of the packages whose code is in a bundle, which must go with it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One text for all packages that the modules belong to. */
export function licencesOf(modules) {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))
  const texts = [...folders].map(describe)
  return [...new Set(texts)].toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}

/** `.../node_modules/@scope/name` of a module, also of one that is nested in another package. */
function packageFolder(id) {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file
    ? readFileSync(path.join(folder, file), 'utf8').trim()
    : 'The package has no licence file.'
  const notice = path.join(folder, 'NOTICE')
  const notices = existsSync(notice) ? `\n\n${readFileSync(notice, 'utf8').trim()}` : ''
  return `${name} ${version}, ${typeof license === 'string' ? license : 'licence below'}\n\n${text}${notices}\n`
}
