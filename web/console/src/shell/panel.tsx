import type { ReactNode } from 'react';
import styles from '../styles/parts.module.css';

interface PanelProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export const Panel = ({ title, note, actions, children }: PanelProps) => (
  <section className={styles.panel} aria-label={title}>
    <div className={styles.panelHead}>
      <h2>{title}</h2>
      {actions}
    </div>
    {note === undefined ? null : <p className="note">{note}</p>}
    {children}
  </section>
);
