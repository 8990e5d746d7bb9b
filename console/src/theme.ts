import { createTheme, darken, luminance, type CSSVariablesResolver } from '@mantine/core'

/** Dark enough on white, and light enough on black, for text of any size. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  fontFamily: 'system-ui, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: { fontWeight: '650', sizes: { h2: { fontSize: '1.4rem' }, h4: { fontSize: '1rem' } } },
  respectReducedMotion: true,
})

/** AA asks for 4.5; a little more for who rounds otherwise. */
const enough = 4.6

const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** The colour itself, or as much darker as it takes to tell it from a light one. */
function against(light: string, colour: string): string {
  for (let share = 0; share < 1; share += 0.02)
    if (contrast(darken(colour, share), light) >= enough) return darken(colour, share)
  return 'black'
}

type Colours = Parameters<CSSVariablesResolver>[0]['colors']

const each = (colors: Colours, make: (name: string, shades: readonly string[]) => [string, string]) =>
  Object.fromEntries(Object.entries(colors).map(([name, shades]) => make(name, shades!)))

/** White text on each colour. */
const filled = (colors: Colours) =>
  each(colors, (name, shades) => [`--mantine-color-${name}-filled`, against('#fff', shades[8]!)])

/** Quiet text must be readable text: Mantine's own greys, and colours on their own pale ground, are too pale for it. */
export const colours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...filled(colors),
    // Each colour on its own pale ground, which is darkest under the pointer.
    ...each(colors, (name, shades) => [
      `--mantine-color-${name}-light-color`,
      against(shades[2]!, shades[9]!),
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
