import { createTheme, type CSSVariablesResolver } from '@mantine/core'

/** Dark enough on white, and light enough on black, for text of any size. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  fontFamily: 'system-ui, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: { fontWeight: '650', sizes: { h2: { fontSize: '1.4rem' }, h4: { fontSize: '1rem' } } },
  respectReducedMotion: true,
})

/** Quiet text must be readable text: Mantine's own greys are too pale for it. */
export const colours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray![7],
    '--mantine-color-placeholder': colors.gray![7],
    '--mantine-color-error': colors.red![8],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark![1],
    '--mantine-color-placeholder': colors.dark![1],
    '--mantine-color-error': colors.red![4],
  },
})
