import { ActionIcon, Anchor, Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

interface LinkButtonProps extends ButtonProps {
  readonly to: string;
  /** What the page begins with. */
  readonly state?: object;
}

export const LinkButton = (props: LinkButtonProps) => <Button component={Link} {...props} />;

interface TextButtonProps {
  readonly isPressed?: boolean;
  /** For screen readers, if the text does not say it. */
  readonly label?: string;
  readonly children: ReactNode;
  onClick(): void;
}

export const TextButton = ({ isPressed, label, children, onClick }: TextButtonProps) => (
  <Anchor
    component="button"
    type="button"
    inherit
    ta="left"
    fw={isPressed ? 600 : undefined}
    aria-pressed={isPressed}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </Anchor>
);

export const RemoveButton = ({ label, onRemove }: { readonly label: string; onRemove(): void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onRemove}>
    <Icon name="remove" />
  </ActionIcon>
);

/** The browser did not permit it. */
export const NOT_COPIED = 'The browser did not permit the copy. Select the text to copy it.';

interface CopyValueProps {
  readonly value: string;
  /** What is copied: "the signing secret". */
  readonly what: string;
}

export function CopyValue({ value, what }: CopyValueProps) {
  const { copied, error, copy } = useClipboard({ timeout: 5_000 });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => copy(value)}>
        {copied ? 'Copied' : 'Copy'}
        <span className="hidden-text"> {what}</span>
      </Button>
      <span role="status" className={error === null ? 'hidden-text' : undefined}>
        {error !== null ? NOT_COPIED : copied ? `Copied ${what}` : ''}
      </span>
    </>
  );
}
