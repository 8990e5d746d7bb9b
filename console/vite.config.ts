import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
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
