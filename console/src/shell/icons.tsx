/** Icons of the frame, one path each. */
const lines: Record<string, string> = {
  '/': 'M2 8 8 2l6 6v6h-4v-4H6v4H2V8Z',
  '/reports': 'M2 14V8m4 6V3m4 11V6m4 8v-4',
  '/incidents': 'M8 2 15 14H1L8 2Zm0 4v4m0 2v.5',
  '/changes': 'M3 5h9l-3-3m4 9H4l3 3',
  '/requests': 'M2 4h12v8H2V4Zm0 0 6 5 6-5',
  '/catalog': 'M2 2h5v5H2V2Zm7 0h5v5H9V2ZM2 9h5v5H2V9Zm7 0h5v5H9V9Z',
  '/approvals': 'M2 8l4 4 8-9',
  '/cmdb': 'M6 2h4v3H6V2ZM1 11h4v3H1v-3Zm10 0h4v3h-4v-3ZM8 5v3M3 11V8h10v3',
  '/knowledge': 'M8 4C6 2 3 2 1 3v10c2-1 5-1 7 1 2-2 5-2 7-1V3c-2-1-5-1-7 1Zm0 0v10',
  '/webhooks': 'M9 1 3 9h4l-1 6 7-9H8l1-5Z',
  '/profile': 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 6c1-4 11-4 12 0',
  '/administration': 'M2 4h6m4 0h2M2 12h2m4 0h6M10 2v4M6 10v4',
  bell: 'M8 2c-3 0-4 2-4 5v3l-1 2h10l-1-2V7c0-3-1-5-4-5Zm-1 12h2',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm4-1 4 4',
  plus: 'M8 3v10M3 8h10',
  copilot: 'M8 1.5 9.5 6 14 7.5 9.5 9 8 13.5 6.5 9 2 7.5 6.5 6 8 1.5Z',
  fold: 'M10 3 5 8l5 5',
  unfold: 'M6 3l5 5-5 5',
  close: 'M4 4l8 8m0-8-8 8',
  calendar: 'M2 4h12v10H2V4Zm0 3h12M5 2v3m6-3v3',
  action: 'M3 8h10m-4-4 4 4-4 4',
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
