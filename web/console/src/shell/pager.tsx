import { Group, NativeSelect, Pagination } from '@mantine/core';
import { count, counted } from '../format/numbers.ts';
import styles from '../styles/parts.module.css';

interface PagerProps {
  readonly noun: string;
  readonly total: number;
  /** From 1. */
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

/** The position in a list with its exact total. */
export function Pager({ noun, total, page, size, sizes, onPage, onSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  return (
    <Group justify="space-between" gap="sm" className={styles.pager ?? ''}>
      <p className={styles.pagerTotal} role="status">
        {first > total
          ? `This page has no entry. There are ${counted(total, noun)}.`
          : `${count(first)} to ${count(Math.min(total, page * size))} of ${counted(total, noun)}`}
      </p>
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
