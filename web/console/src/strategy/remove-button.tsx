import { ActionIcon } from '@mantine/core';
import { Icon } from '../shell/icon.tsx';

interface RemoveButtonProps {
  /** What it removes, for screen readers, such as "discount 2". */
  readonly name: string;
  onRemove(): void;
}

/** Removes a row of a list in the form. */
export const RemoveButton = ({ name, onRemove }: RemoveButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={onRemove}>
    <Icon name="remove" />
  </ActionIcon>
);
