import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { RfpDetail } from '../api/client.ts';
import { counted } from '../format/numbers.ts';
import { AwardDialog } from './award-dialog.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { allows } from './rfp-status.ts';
import styles from './rfps.module.css';
import type { RfpAction } from './use-rfp-action.ts';

interface LaneActionsProps {
  readonly status: RfpDetail['status'];
  /** Indexes of the selected lanes. */
  readonly selected: ReadonlySet<number>;
  readonly isPending: boolean;
  onAction(action: RfpAction): void;
  onClear(): void;
}

/** Changes of the selected lanes, as far as the status of the RFP allows them. */
export function LaneActions({ status, selected, isPending, onAction, onClear }: LaneActionsProps) {
  const [dialog, setDialog] = useState<'margin' | 'award'>();
  const indexes = [...selected];
  const isEmpty = indexes.length === 0 || isPending;
  const change = (part: { readonly margin_percent?: number | null; readonly excluded?: boolean }) => {
    setDialog(undefined);
    onAction({ kind: 'change', change: { lanes: indexes.map((index) => ({ index, ...part })) } });
  };
  return (
    <Group gap="xs" className={styles.tools ?? ''}>
      <p className={styles.selected} role="status">
        {counted(indexes.length, 'lane')} selected
      </p>
      {allows(status, 'change-lanes') ? (
        <>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => setDialog('margin')}>
            Margin of the lanes
          </Button>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => change({ excluded: true })}>
            Exclude
          </Button>
          <Button size="xs" variant="default" disabled={isEmpty} onClick={() => change({ excluded: false })}>
            Include
          </Button>
        </>
      ) : null}
      {allows(status, 'award') ? (
        <Button size="xs" variant="default" disabled={isEmpty} onClick={() => setDialog('award')}>
          Award the lanes
        </Button>
      ) : null}
      {indexes.length === 0 ? null : (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear the selection
        </Button>
      )}
      {dialog === 'margin' ? (
        <MarginDialog
          title={`Margin of ${counted(indexes.length, 'lane')}`}
          text="It replaces the margin of the RFP and of the pricing strategy for these lanes."
          removal="Use the margin of the RFP"
          current={null}
          onClose={() => setDialog(undefined)}
          onSave={(margin_percent) => change({ margin_percent })}
        />
      ) : null}
      {dialog === 'award' ? (
        <AwardDialog
          lanes={indexes}
          isFirst={status === 'priced'}
          onClose={() => setDialog(undefined)}
          onAward={(award) => {
            setDialog(undefined);
            onAction({ kind: 'award', award });
          }}
        />
      ) : null}
    </Group>
  );
}
