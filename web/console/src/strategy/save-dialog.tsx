import { Button, Group, Modal, Textarea } from '@mantine/core';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { ChangesList } from './changes-list.tsx';
import styles from './save-dialog.module.css';
import type { StrategyChange } from './strategy-changes.ts';
import { MAX_NOTE_LENGTH } from './strategy-errors.ts';

interface SaveDialogProps {
  readonly isOpen: boolean;
  /** The version that a save makes. */
  readonly version: number;
  readonly changes: readonly StrategyChange[];
  readonly note: string;
  readonly isSaving: boolean;
  readonly error: unknown;
  onNote(note: string): void;
  onSave(): void;
  onClose(): void;
}

/** Shows what a save changes, and asks for a note. */
export const SaveDialog = ({
  isOpen,
  version,
  changes,
  note,
  isSaving,
  error,
  onNote,
  onSave,
  onClose,
}: SaveDialogProps) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title={`Save as version ${version}?`}
    size="lg"
    lockScroll={false}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <p className={styles.text}>New quotes use these values at once. Existing quotes keep their price.</p>
    <ChangesList changes={changes} />
    <Textarea
      label="Note"
      description="Why the strategy changes. The history shows the note. Optional."
      value={note}
      maxLength={MAX_NOTE_LENGTH}
      onChange={(event) => onNote(event.currentTarget.value)}
      autosize
      minRows={2}
      my="md"
      data-autofocus
    />
    {error === null ? null : <ErrorNotice error={error} onRetry={onSave} />}
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button onClick={onSave} loading={isSaving}>
        Save the strategy
      </Button>
    </Group>
  </Modal>
);
