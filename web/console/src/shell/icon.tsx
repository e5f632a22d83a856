/** Outlines in a square of 24 units. */
const PATHS = {
  brand:
    'M3 17h11V6H3zM14 10h4l3 3.5V17h-7zM7 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  home: 'M4 11l8-7 8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5',
  save: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8L7 19l1.1-5.5L4 9.7 9.6 9z',
  saved: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8L7 19l1.1-5.5L4 9.7 9.6 9zM9 11h6M9.5 13.5h5M12 7v8',
  rates: 'M4 19V5M4 19h16M7.5 15l4-5 3 3 5-6.5',
  quotes: 'M6 3h9l4 4v14H6zM14.5 3v4.5H19M9 12.5h7M9 16.5h5',
  chats: 'M4 5h16v11H10l-4 3.5V16H4zM8 9h8M8 12.5h5',
  rfps: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  reports: 'M12 4a8 8 0 1 0 8 8h-8zM15.5 3.6a8 8 0 0 1 4.9 4.9h-4.9z',
  customers:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.5A6 6 0 0 1 21 20',
  contracts: 'M7 3h7l4 4v14H7zM13.5 3v4.5H18M10 17l2-1.5 1.5 1 2-2.5M10 11.5h5',
  strategy: 'M4 7h9M17 7h3M15 9.5v-5M4 17h3M11 17h9M9 19.5v-5',
  accessorials: 'M12 4v16M4 12h16M5 5h14v14H5z',
  terminals:
    'M12 21s7-6.2 7-11.3A7 7 0 0 0 5 9.7C5 14.8 12 21 12 21zM12 12.2a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
  webhooks: 'M5 12h9M10.5 8l4 4-4 4M14 4h5v16h-5',
  market: 'M12 15V4M8 8l4-4 4 4M5 14v5h14v-5',
  usage: 'M5 20V11M12 20V4M19 20v-6',
  key: 'M14.5 13.5a5 5 0 1 0-4-4L4 16v4h4v-2.5h2.5V15h2.2zM16 8h.01',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 4.5V9H9M12 8v4.5l3 2',
  docs: 'M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-1.5H5zM19 4h-4a2 2 0 0 0-2 2',
  remove: 'M6 6l12 12M18 6L6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.2 16.2L21 21',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
