import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { licencesOf } from '../scripts/licences.mjs'

/** Of the packages whose code, styles and fonts are in the console. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_options, bundle) {
    const sources = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? file.moduleIds
        : file.originalFileNames.map((name) => path.resolve(import.meta.dirname, name)),
    )
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENCES.txt', source: licencesOf(sources) })
  },
}

export default defineConfig({
  plugins: [react(), licences],
  // Built into the service that serves it, so that the two are one package.
  build: {
    outDir: '../server/dist/console',
    emptyOutDir: true,
    // The page's policy allows only files: nothing small may become part of another.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The pages for signing in use the font as well, so its name stays the same.
        assetFileNames: ({ names }) =>
          `assets/[name]${names[0]?.endsWith('.woff2') ? '' : '-[hash]'}[extname]`,
      },
    },
  },
})
