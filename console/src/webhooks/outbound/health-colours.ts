/** Of the bars, and of the figures that explain them. */
export const colours = {
  delivered: 'var(--mantine-color-teal-6)',
  waiting: 'var(--mantine-color-blue-5)',
  failed: 'var(--mantine-color-red-6)',
}

/** In pixels; kept free until the chart is loaded. */
export const chartHeight = 120
