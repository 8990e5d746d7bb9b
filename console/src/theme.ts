import { createTheme, darken, luminance, rem, type CSSVariablesResolver } from '@mantine/core'

/** The colour of each priority, the same everywhere. */
export const priorityColours = { P1: 'red', P2: 'orange', P3: 'blue', P4: 'gray' } as const

/** 14 px text, 13 px in tables and side panels, 20 px titles of pages; borders instead of shadows; no long motion. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(32) },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  cursorType: 'pointer',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.3' },
      h2: { fontSize: rem(20), lineHeight: '1.3' },
      h3: { fontSize: rem(16) },
      h4: { fontSize: rem(14) },
      h5: { fontSize: rem(13) },
    },
  },
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: 'none' } },
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
  },
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

/** Bars, lines and dots of a priority, which must be seen on the page: 3 to 1. */
const priorityVariables = (colors: Colours, shade: number) =>
  Object.fromEntries(
    Object.entries(priorityColours).map(([name, colour]) => [
      `--priority-${name.toLowerCase()}`,
      colors[colour]![shade]!,
    ]),
  )

/** Mantine's greys, and colours on their own light background, have too little contrast for text. */
export const colours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...filled(colors),
    ...priorityVariables(colors, 7),
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
    ...priorityVariables(colors, 5),
    '--mantine-color-dimmed': colors.dark![1],
    '--mantine-color-placeholder': colors.dark![1],
    '--mantine-color-error': colors.red![4],
  },
})
