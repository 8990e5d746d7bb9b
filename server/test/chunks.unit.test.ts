import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from './folders.ts'

interface Chunks {
  chunksIn: (dist: string) => string[]
  existingChunks: (dist: string) => string[]
  replaceChunks: (dist: string, current: string[], existing: string[]) => void
}

const script = new URL('../../scripts/chunks.mjs', import.meta.url).href
const { chunksIn, existingChunks, replaceChunks } = (await import(script)) as Chunks

test('a build keeps the chunks of the build before, which a running service may still load, and no older ones', () => {
  const dist = openFolder()
  mkdirSync(path.join(dist, 'chunks/js'), { recursive: true })
  const build = (...names: string[]) => {
    const existing = existingChunks(dist)
    for (const name of names)
      for (const ending of ['', '.map']) writeFileSync(path.join(dist, 'chunks', name + ending), name)
    const chunks = names.map((name) => `chunks/${name}`)
    replaceChunks(dist, chunks, existing)
    expect(chunksIn(dist)).toEqual(chunks)
    return readdirSync(path.join(dist, 'chunks')).filter((file) => !file.endsWith('.map'))
  }
  writeFileSync(path.join(dist, 'chunks/of-an-earlier-release.js'), '')
  expect(build('a-1.js', 'b-1.js')).toEqual(['a-1.js', 'b-1.js', 'js', 'of-an-earlier-release.js'])
  expect(build('a-2.js', 'b-1.js')).toEqual(['a-1.js', 'a-2.js', 'b-1.js', 'js'])
  expect(build('a-3.js', 'b-1.js')).toEqual(['a-2.js', 'a-3.js', 'b-1.js', 'js'])
  expect(readdirSync(path.join(dist, 'chunks'))).not.toContain('a-1.js.map')
})
