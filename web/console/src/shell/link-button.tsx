import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './shell.module.css';

/** A link that looks like a button. */
export const LinkButton = ({ to, ...props }: ButtonProps & { readonly to: string }) => (
  <Button component={Link} to={to} {...props} />
);

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
