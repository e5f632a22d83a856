import type { ReactNode } from 'react';
import styles from '../styles/parts.module.css';

interface NoticeProps {
  readonly tone: 'green' | 'red' | 'yellow';
  readonly title: string;
  /** `alert` interrupts a screen reader. */
  readonly role?: 'alert' | 'note';
  readonly children: ReactNode;
}

/** A message about a part of a page. */
export const Notice = ({ tone, title, role = 'note', children }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone} role={role}>
    <p className={styles.noticeTitle}>{title}</p>
    {children}
  </div>
);
