import type { ReactNode } from 'react';
import styles from './text-button.module.css';

interface TextButtonProps {
  readonly isPressed?: boolean;
  /** For screen readers, if the text does not say it. */
  readonly label?: string;
  readonly children: ReactNode;
  onClick(): void;
}

/** A button that looks like a link. */
export const TextButton = ({ isPressed, label, children, onClick }: TextButtonProps) => (
  <button
    type="button"
    className={styles.button}
    aria-pressed={isPressed}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </button>
);
