import { Group, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { AwardRfpBody } from '../api/client.ts';
import { counted } from '../format/numbers.ts';
import { FormDialog } from '../shell/dialog.tsx';

interface AwardDialogProps {
  readonly lanes: AwardRfpBody['lanes'];
  /** Whether prices can still change. */
  readonly isFirst: boolean;
  onClose(): void;
  onAward(award: AwardRfpBody): void;
}

const MAX_REASON_LENGTH = 200;

/** Asks whether lanes were won or lost, and why. */
export function AwardDialog({ lanes, isFirst, onClose, onAward }: AwardDialogProps) {
  const [outcome, setOutcome] = useState<AwardRfpBody['outcome']>('won');
  const [reason, setReason] = useState('');
  const send = () => onAward({ lanes, outcome, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  return (
    <FormDialog
      title={lanes === 'all' ? 'Award all lanes' : `Award ${counted(lanes.length, 'lane')}`}
      action="Record the outcome"
      onClose={onClose}
      onSend={send}
    >
      <p>
        {lanes === 'all' ? 'All lanes that have a price and are not excluded. ' : ''}
        {isFirst ? 'Prices of awarded lanes, and the margin of the RFP, stay as they are.' : ''}
      </p>
      <Radio.Group
        label="Outcome"
        value={outcome}
        onChange={(value) => setOutcome(value as AwardRfpBody['outcome'])}
      >
        <Group gap="lg" my="xs">
          <Radio value="won" label="Won" />
          <Radio value="lost" label="Lost" />
        </Group>
      </Radio.Group>
      <Textarea
        label="Reason"
        description="Optional. The results have it."
        value={reason}
        maxLength={MAX_REASON_LENGTH}
        onChange={(event) => setReason(event.currentTarget.value)}
        rows={2}
      />
    </FormDialog>
  );
}
