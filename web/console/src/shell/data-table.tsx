import type { ReactNode } from 'react';
import { count } from '../format/numbers.ts';
import styles from '../styles/parts.module.css';

export interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** The column that names the row. */
  readonly isHeader?: boolean;
  /** A phone does not show the column: the page of the row has its content. */
  readonly isMinor?: boolean;
  cell(row: Row): ReactNode;
}

/** More rows would make each interaction with the page slow. */
export const MAX_ROWS = 1_000;

interface DataTableProps<Row> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  isSelected?(row: Row): boolean;
  /** Whether the header stays visible while the rows scroll. */
  readonly isSticky?: boolean;
}

/** A table that scrolls inside its frame where it is wider than the page. Numbers are right-aligned. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isSelected,
  isSticky,
}: DataTableProps<Row>) {
  const shown = rows.slice(0, MAX_ROWS);
  return (
    // A person with a keyboard scrolls the focused region.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus
    <section className={styles.tableFrame} data-sticky={isSticky} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isMinor }) => (
              <th key={title} scope="col" data-number={isNumber} data-minor={isMinor}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={rowKey(row)} data-selected={isSelected?.(row)}>
              {columns.map(({ title, isNumber, isHeader, isMinor, cell }) =>
                isHeader ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} data-number={isNumber} data-minor={isMinor}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length ? (
        <p className={styles.tableMore}>
          The table shows the first {count(shown.length)} of {count(rows.length)} rows.
        </p>
      ) : null}
    </section>
  );
}
