import type { FileColumns } from '../../../clients/typescript/src/index.ts';
import { oneLine } from './one-line.ts';

/** How the columns of a file were read, in lines; none if it was not read. */
export const columnLines = (columns: FileColumns | null | undefined): readonly string[] =>
  columns
    ? [
        ...(columns.read.length === 0 ? [] : ['Columns that were read:']),
        ...columns.read.map(({ header, as }) => `  ${oneLine(header)}: ${as}`),
        ...(columns.unread.length === 0
          ? []
          : [`Columns that were not read: ${columns.unread.map(oneLine).join(', ')}`]),
      ]
    : [];
