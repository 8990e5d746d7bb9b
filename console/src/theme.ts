import { createTheme } from '@mantine/core'

/** Dark enough on white, and light enough on black, for text of any size. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  fontFamily: 'system-ui, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
