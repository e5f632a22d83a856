import { Button, Group, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { numberError, numberIn } from '../format/typed-number.ts';
import { NumberField } from '../shell/number-field.tsx';

interface MarginDialogProps {
  readonly title: string;
  /** What the margin replaces, as a sentence. */
  readonly text: string;
  /** Button that removes the margin. */
  readonly removal: string;
  readonly current: number | null;
  onClose(): void;
  /** @param percent null: no margin of its own. */
  onSave(percent: number | null): void;
}

const RANGE = { min: 0, max: 500, decimals: 2 };

/** Asks for a margin in percent. */
export function MarginDialog({ title, text, removal, current, onClose, onSave }: MarginDialogProps) {
  const [typed, setTyped] = useState(current === null ? '' : String(current));
  const [isChecked, setChecked] = useState(false);
  const error = numberError(typed, RANGE);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (error === undefined) onSave(numberIn(typed));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      lockScroll={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <p>{text}</p>
        <NumberField
          label="Margin in percent"
          value={typed}
          error={isChecked ? error : undefined}
          suffix="%"
          onChange={setTyped}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => onSave(null)}>
            {removal}
          </Button>
          <Button type="submit">Set the margin</Button>
        </Group>
      </form>
    </Modal>
  );
}
