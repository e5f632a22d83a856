import type { ReactNode } from 'react';
import styles from '../styles/parts.module.css';

/** A short state with a color, which the text also states. */
export const Tone = ({
  color,
  children,
}: {
  readonly color: 'green' | 'yellow' | 'red' | 'gray' | 'blue';
  readonly children: ReactNode;
}) => (
  <span className={styles.tone} data-tone={color}>
    {children}
  </span>
);
