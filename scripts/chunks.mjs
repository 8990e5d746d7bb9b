import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const listOf = (dist) => path.join(dist, 'chunks.json')

/** Those of the newest build, as `chunks/name.js`. */
export const chunksIn = (dist) => JSON.parse(readFileSync(listOf(dist), 'utf8'))

/** What a release without a list has. */
const allIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []).map((name) => `chunks/${name}`)

/**
 * Lists the chunks of a build, and removes those that neither it nor the build before has: a service that runs loads some
 * of its chunks late, and a rolling restart comes after the build. Their names change with their content.
 */
export function replaceChunks(dist, current, existing) {
  const kept = new Set([...current, ...existing])
  for (const file of allIn(path.join(dist, 'chunks')))
    if (/\.js(\.map)?$/.test(file) && !kept.has(file.replace(/\.map$/, ''))) rmSync(path.join(dist, file))
  writeFileSync(listOf(dist), JSON.stringify(current))
}

/** Before a build: the chunks of the one that may be running. */
export const existingChunks = (dist) =>
  existsSync(listOf(dist)) ? chunksIn(dist) : allIn(path.join(dist, 'chunks'))
