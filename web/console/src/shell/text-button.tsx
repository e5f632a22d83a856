import type { ReactNode } from 'react';
import styles from './shell.module.css';

interface TextButtonProps {
  readonly isPressed?: boolean;
  readonly children: ReactNode;
  onClick(): void;
}

/** A button that looks like a link. */
export const TextButton = ({ isPressed, children, onClick }: TextButtonProps) => (
  <button type="button" className={styles.textButtonButton} aria-pressed={isPressed} onClick={onClick}>
    {children}
  </button>
);
