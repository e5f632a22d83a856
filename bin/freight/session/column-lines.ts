import type { ColumnReport } from '../../../shared/sheets/understand-table.ts';

/** How the columns of a file were read, in lines. */
export const columnLines = ({ read, unread }: ColumnReport): readonly string[] => [
  `Columns read: ${read.map(({ header, as }) => `${header} as ${as}`).join(', ')}.`,
  ...(unread.length === 0 ? [] : [`Columns not read: ${unread.join(', ')}.`]),
];
