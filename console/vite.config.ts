import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The page's policy allows only files: nothing small may become part of another.
  build: { outDir: 'dist', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
