import { createTheme, darken, luminance, type CSSVariablesResolver } from '@mantine/core'

/** Dark minContrast on white, and light minContrast on black, for text of any size. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  fontFamily: 'system-ui, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: { fontWeight: '650', sizes: { h2: { fontSize: '1.4rem' }, h4: { fontSize: '1rem' } } },
  respectReducedMotion: true,
})

/** WCAG AA requires 4.5; the margin allows for rounding. */
const minContrast = 4.6

const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Darkens a colour until its contrast with a light one is sufficient. */
function withContrast(light: string, colour: string): string {
  for (let share = 0; share < 1; share += 0.02)
    if (contrast(darken(colour, share), light) >= minContrast) return darken(colour, share)
  return 'black'
}

type Colours = Parameters<CSSVariablesResolver>[0]['colors']

const each = (colors: Colours, make: (name: string, shades: readonly string[]) => [string, string]) =>
  Object.fromEntries(Object.entries(colors).map(([name, shades]) => make(name, shades!)))

/** Filled backgrounds with sufficient contrast to white text. */
const filled = (colors: Colours) =>
  each(colors, (name, shades) => [`--mantine-color-${name}-filled`, withContrast('#fff', shades[8]!)])

/** Mantine's greys, and colours on their own light background, have too little contrast for text. */
export const colours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...filled(colors),
    // Each colour on its own light background, which is darkest on hover.
    ...each(colors, (name, shades) => [
      `--mantine-color-${name}-light-color`,
      withContrast(shades[2]!, shades[9]!),
    ]),
    '--mantine-color-dimmed': colors.gray![7],
    '--mantine-color-placeholder': colors.gray![7],
    '--mantine-color-error': colors.red![9],
  },
  dark: {
    ...filled(colors),
    '--mantine-color-dimmed': colors.dark![1],
    '--mantine-color-placeholder': colors.dark![1],
    '--mantine-color-error': colors.red![4],
  },
})
