import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from '../styles/parts.module.css';
import { Icon } from './icon.tsx';

/** A link that looks like a button. */
export const LinkButton = ({ to, ...props }: ButtonProps & { readonly to: string }) => (
  <Button component={Link} to={to} {...props} />
);

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
    className={styles.textButtonButton}
    aria-pressed={isPressed}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </button>
);

/** Removes a row of a form. */
export const RemoveButton = ({ label, onRemove }: { readonly label: string; onRemove(): void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onRemove}>
    <Icon name="remove" />
  </ActionIcon>
);
