import { createTheme, darken, luminance, rem, toRgba, type CSSVariablesResolver } from '@mantine/core'
import { shell } from './words/shell.ts'

/** The colour of each priority, the same everywhere. */
export const priorityColours = { P1: 'red', P2: 'orange', P3: 'blue', P4: 'gray' } as const

interface Room {
  availableWidth: number
  availableHeight: number
  elements: { floating: HTMLElement }
}

/** A list that grows while it is open moves to the other side, where there is more room, rather than shrink to a line. */
function fitWindow({ availableWidth, availableHeight, elements }: Room): void {
  const enough = Math.min(300, (window.innerHeight - 80) / 2)
  const maxHeight = Math.max(availableHeight, enough)
  Object.assign(elements.floating.style, { maxWidth: `${availableWidth}px`, maxHeight: `${maxHeight}px` })
}

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
    Badge: { defaultProps: { tt: 'none', variant: 'light' } },
    // Also of menus and lists of options: what does not fit into a small or zoomed window scrolls.
    Popover: { defaultProps: { middlewares: { size: { padding: 8, apply: fitWindow } } } },
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, closeButtonProps: { 'aria-label': shell.close } },
      styles: { title: { fontWeight: 600 } },
    },
  },
})

/** WCAG AA requires 4.5; the margin allows for rounding. */
const minContrast = 4.6

const darkText = '#e6e6e6'

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

function mix(colour: string, background: string, share: number): string {
  const [over, under] = [toRgba(colour), toRgba(background)]
  const part = (channel: 'r' | 'g' | 'b') => Math.round(over[channel] * share + under[channel] * (1 - share))
  return `rgb(${part('r')}, ${part('g')}, ${part('b')})`
}

/** In the dark a light background is a tint of the page, and its text the strongest shade that can be read on it. */
function tints(colors: Colours): Record<string, string> {
  const neutral = ['#3b3b3b', '#454545', darkText] as const
  const tinted = (shades: readonly string[]) => {
    const [rest, hover] = [0.2, 0.28].map((share) => mix(shades[6]!, colors.dark![7]!, share)) as [
      string,
      string,
    ]
    const text = [4, 3, 2, 1]
      .map((shade) => shades[shade]!)
      .find((each) => contrast(each, hover) >= minContrast)
    return [rest, hover, text ?? darkText] as const
  }
  return Object.fromEntries(
    Object.entries(colors).flatMap(([name, shades]) => {
      const [rest, hover, text] = ['gray', 'dark'].includes(name) ? neutral : tinted(shades!)
      const variable = `--mantine-color-${name}-light`
      return [
        [variable, rest],
        [`${variable}-hover`, hover],
        [`${variable}-color`, text],
      ]
    }),
  )
}

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
    ...tints(colors),
    '--mantine-color-text': darkText,
    '--mantine-color-dimmed': colors.dark![1],
    '--mantine-color-placeholder': colors.dark![1],
    '--mantine-color-error': colors.red![4],
  },
})
