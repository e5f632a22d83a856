import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../format/numbers.ts';
import { MAX_LANES, type PastedLanes, readPastedLanes } from './pasted-lanes.ts';

interface PasteLanesProps {
  readonly isOpen: boolean;
  onClose(): void;
  onPaste(lanes: PastedLanes): void;
}

const EXAMPLE = 'APM Elizabeth Terminal\tChicago\tIL\t60632\nMaher Terminals\tAllentown\tPA';

/** Reads rows that were copied from a spreadsheet. */
export function PasteLanes({ isOpen, onClose, onPaste }: PasteLanesProps) {
  const [text, setText] = useState('');
  const pasted = readPastedLanes(text);
  const use = () => {
    onPaste(pasted);
    setText('');
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Paste lanes"
      size="lg"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Textarea
        label="Rows of a spreadsheet or a CSV file"
        description={`Terminal, city, state, then perhaps ZIP code, equipment and date. A row of headings is optional. At most ${MAX_LANES} lanes.`}
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        data-autofocus
      />
      <p role="status">
        {text.trim() === ''
          ? ''
          : `${counted(pasted.lanes.length, 'lane')} found${pasted.omitted === 0 ? '' : `, ${pasted.omitted} more than a call can have`}.`}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={use} disabled={pasted.lanes.length === 0}>
          Use these lanes
        </Button>
      </Group>
    </Modal>
  );
}
