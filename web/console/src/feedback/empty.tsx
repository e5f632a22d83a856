import type { ReactNode } from 'react';
import styles from '../styles/parts.module.css';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Place of content that does not exist yet, with what to do. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div className={styles.empty}>
    <p className={styles.emptyTitle}>{title}</p>
    {children}
  </div>
);
