// Bundles the programs of the service into a few files instead of 1,800: it starts in half the time, and an
// installation needs few packages beside it.
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { existingChunks, replaceChunks } from './chunks.mjs'
import { externalPackages } from './external-packages.mjs'
import { licencesOf } from './licences.mjs'
import { root } from './prepare.mjs'
import { programs } from './programs.mjs'

const sources = path.join(root, 'server/src')
const dist = path.join(root, 'server/dist')

/** Each runs in a thread of its own and is one file, at the place where the compiler put it. */
const threads = [
  'modules/ai/embedding/encoder-thread',
  'modules/ai/suggest/training-thread',
  'modules/users/strength-thread',
]

const isExternal = (id) => externalPackages.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Lets a module find its files (migrations, models, threads) as if it were still where the compiler put it.
 */
const keepLocations = {
  name: 'keep-locations',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return undefined
    const compiled = path.relative(sources, id).replace(/\.ts$/, '.js')
    const located = code.replaceAll(
      'import.meta.url',
      `new URL(${JSON.stringify(compiled)}, distFolder).href`,
    )
    return { code: located, map: null } // keeps line numbers
  },
}

const intro = ({ fileName }) =>
  `const distFolder = new URL('${'../'.repeat(fileName.split('/').length - 1) || './'}', import.meta.url)`

async function bundle(names, output) {
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, path.join(sources, `${name}.ts`)])),
    platform: 'node',
    external: isExternal,
    plugins: [keepLocations],
    // A dependency evaluates code that it generates.
    checks: { eval: false },
  })
  const { output: files } = await build.write({ dir: dist, sourcemap: true, intro, ...output })
  return {
    modules: files.flatMap(({ moduleIds = [] }) => moduleIds),
    chunks: files.filter(({ type, isEntry }) => type === 'chunk' && !isEntry).map(({ fileName }) => fileName),
  }
}

const existing = existingChunks(dist)
const { modules, chunks } = await bundle(programs, { chunkFileNames: 'chunks/[name]-[hash].js' })
for (const thread of threads) modules.push(...(await bundle([thread], { codeSplitting: false })).modules)
replaceChunks(dist, chunks, existing)
// The reference page at /docs looks for its script beside its own module.
const script = 'js/standalone.js'
cpSync(
  path.join(root, 'node_modules/@scalar/fastify-api-reference/dist', script),
  path.join(dist, 'chunks', script),
)
writeFileSync(path.join(dist, 'THIRD-PARTY-LICENCES.txt'), licencesOf(modules))
