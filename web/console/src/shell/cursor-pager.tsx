import { Button, Group } from '@mantine/core';
import styles from '../styles/parts.module.css';

interface CursorPagerProps {
  /** What the page shows. */
  readonly text: string;
  readonly isFirst: boolean;
  /** Of the next page; null on the last page. */
  readonly next: string | null;
  readonly isBusy: boolean;
  /** Opens a page; an empty cursor means the first one. */
  onOpen(cursor: string): void;
}

/** The position in a list without a total. The history of the browser leads back. */
export const CursorPager = ({ text, isFirst, next, isBusy, onOpen }: CursorPagerProps) => (
  <Group justify="space-between" gap="sm" className={styles.pager ?? ''}>
    <p className={styles.pagerTotal} role="status">
      {text}
    </p>
    <Group gap="xs">
      {isFirst ? null : (
        <Button variant="default" onClick={() => onOpen('')}>
          First page
        </Button>
      )}
      {next === null ? null : (
        <Button variant="default" disabled={isBusy} onClick={() => onOpen(next)}>
          Next page
        </Button>
      )}
    </Group>
  </Group>
);
