import { Button, Group, NativeSelect, Pagination, Progress, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { count, counted } from '../format/numbers.ts';
import styles from '../styles/parts.module.css';
import { Empty, Loaded, type LoadedProps } from './feedback.tsx';

export interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly isHeader?: boolean;
  /** A phone does not show the column: the page of the row has its content. */
  readonly isMinor?: boolean;
  cell(row: Row): ReactNode;
}

/** More rows would make each interaction with the page slow. */
export const MAX_ROWS = 1_000;

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  isSelected?(row: Row): boolean;
  /** Whether the header stays visible above rows with little space. */
  readonly isDense?: boolean;
  /** A line below a row, as wide as the visible part of the table. */
  detail?(row: Row): ReactNode;
}

/** A table that scrolls inside its frame where it is wider than the page. Numbers are right-aligned. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, isSelected, isDense, detail } = props;
  const shown = rows.slice(0, MAX_ROWS);
  return (
    // A person with a keyboard scrolls the focused region.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus
    <section className={styles.tableFrame} data-dense={isDense} aria-label={caption} tabIndex={0}>
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
          {shown.map((row) => {
            const below = detail?.(row);
            return (
              <Fragment key={rowKey(row)}>
                <tr data-selected={isSelected?.(row)}>
                  {columns.map(({ title, isNumber, isHeader, isMinor, cell }) =>
                    isHeader ? (
                      <th key={title} scope="row" data-number={isNumber}>
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={title} data-number={isNumber} data-minor={isMinor}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
                {below ? (
                  <tr className={styles.detail}>
                    <td colSpan={columns.length}>
                      <div>{below}</div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {shown.length < rows.length ? (
        <Text c="dimmed" size="sm" p="sm">
          The table shows the first {count(shown.length)} of {count(rows.length)} rows.
        </Text>
      ) : null}
    </section>
  );
}

/** A number of the row as a bar. @param share of the longest bar, 0 to 1 */
export const Bar = ({ share }: { readonly share: number }) => (
  <Progress value={share * 100} size="lg" miw="6rem" mt="0.2rem" aria-hidden="true" />
);

interface PagerProps {
  readonly noun: string;
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly sizes?: readonly number[];
  onPage(page: number): void;
  onSize?(size: number): void;
}

const CONTROLS = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

export function Pager({ noun, total, page, size, sizes, onPage, onSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  return (
    <Group justify="space-between" gap="sm" mt="md">
      <Text c="dimmed" size="sm" role="status">
        {first > total
          ? `This page has no entry. There are ${counted(total, noun)}.`
          : `${count(first)} to ${count(Math.min(total, page * size))} of ${counted(total, noun)}`}
      </Text>
      <Group gap="sm">
        {sizes === undefined ? null : (
          <NativeSelect
            aria-label="Entries of a page"
            data={sizes.map((value) => ({ value: String(value), label: `${value} per page` }))}
            value={String(size)}
            onChange={(event) => onSize?.(Number(event.currentTarget.value))}
          />
        )}
        {pages === 1 && page === 1 ? null : (
          <Pagination
            total={pages}
            value={Math.min(page, pages)}
            onChange={onPage}
            siblings={1}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
          />
        )}
      </Group>
    </Group>
  );
}

/** In place of "nothing matches", while the rows are those of another filter. */
export const SEARCHING = 'Searching…';

export interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly pagination: { readonly next_cursor: string | null };
}

interface CursorListProps<Row> {
  readonly query: LoadedProps<ListPage<Row>>['query'];
  /** Start of the page; empty = first. */
  readonly cursor: string;
  readonly texts: readonly [first: string, next: string];
  readonly empty: ReactNode;
  /** Opens a page; an empty cursor means the first one. */
  onOpen(cursor: string): void;
  children(items: readonly Row[]): ReactNode;
}

/** A page of a list without a total. The history of the browser leads back. */
export const CursorList = <Row,>({ query, cursor, texts, empty, onOpen, children }: CursorListProps<Row>) => (
  <Loaded query={query}>
    {({ items, pagination: { next_cursor: next } }) =>
      items.length === 0 && next === null && cursor === '' ? (
        query.isPlaceholderData ? (
          <Empty title={SEARCHING} />
        ) : (
          empty
        )
      ) : (
        <div>
          {children(items)}
          <Group justify="space-between" gap="sm" mt="md">
            <Text c="dimmed" size="sm" role="status">
              {texts[cursor === '' ? 0 : 1]}
            </Text>
            <Group gap="xs">
              {cursor === '' ? null : (
                <Button variant="default" onClick={() => onOpen('')}>
                  First page
                </Button>
              )}
              {next === null ? null : (
                <Button variant="default" disabled={query.isPlaceholderData} onClick={() => onOpen(next)}>
                  Next page
                </Button>
              )}
            </Group>
          </Group>
        </div>
      )
    }
  </Loaded>
);
