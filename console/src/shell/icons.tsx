/** Icons of the navigation, one path each. */
const lines: Record<string, string> = {
  '/dashboard': 'M2 14V8m4 6V3m4 11V6m4 8v-4',
  '/incidents': 'M8 2 15 14H1L8 2Zm0 4v4m0 2v.5',
  '/changes': 'M3 5h9l-3-3m4 9H4l3 3',
  '/requests': 'M2 4h12v8H2V4Zm0 0 6 5 6-5',
  '/catalog': 'M2 2h5v5H2V2Zm7 0h5v5H9V2ZM2 9h5v5H2V9Zm7 0h5v5H9V9Z',
  '/approvals': 'M2 8l4 4 8-9',
  '/cmdb': 'M6 2h4v3H6V2ZM1 11h4v3H1v-3Zm10 0h4v3h-4v-3ZM8 5v3M3 11V8h10v3',
  '/knowledge': 'M8 4C6 2 3 2 1 3v10c2-1 5-1 7 1 2-2 5-2 7-1V3c-2-1-5-1-7 1Zm0 0v10',
  '/webhooks': 'M9 1 3 9h4l-1 6 7-9H8l1-5Z',
  bell: 'M8 2c-3 0-4 2-4 5v3l-1 2h10l-1-2V7c0-3-1-5-4-5Zm-1 12h2',
  '/profile': 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 6c1-4 11-4 12 0',
  '/administration': 'M2 4h6m4 0h2M2 12h2m4 0h6M10 2v4M6 10v4',
}

export const Icon = ({ of }: { of: string }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    <path d={lines[of]} />
  </svg>
)
