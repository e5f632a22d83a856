import { Button } from '@mantine/core';
import type { AwardRfpBody, RfpDetail } from '../api/client.ts';
import { FormArea } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { counted } from '../format/numbers.ts';
import { useRfpAction } from './use-rfp-action.ts';

interface AwardDialogProps {
  readonly opened: boolean;
  readonly rfp: RfpDetail;
  readonly lanes: AwardRfpBody['lanes'];
  onClose(): void;
}

/** Asks whether lanes were won or lost, and why. */
export function AwardDialog({ opened, rfp, lanes, onClose }: AwardDialogProps) {
  const act = useRfpAction(rfp);
  return (
    <FormDialog<AwardRfpBody>
      opened={opened}
      title={lanes === 'all' ? 'Award all lanes' : `Award ${counted(lanes.length, 'lane')}`}
      action="Record as won"
      initial={{ lanes, outcome: 'won' }}
      cancel={(record, isPending, award) => (
        <Button variant="default" loading={isPending} onClick={() => record({ ...award, outcome: 'lost' })}>
          Record as lost
        </Button>
      )}
      onClose={onClose}
      send={(award) => act({ kind: 'award', award })}
    >
      <p>
        {lanes === 'all' ? 'All lanes that have a price and are not excluded. ' : ''}
        {rfp.lanes.won + rfp.lanes.lost === 0
          ? 'Prices of awarded lanes, and the margin of the RFP, stay as they are.'
          : ''}
      </p>
      <FormArea name="reason" label="Reason" description="Optional. The results have it." rows={2} />
    </FormDialog>
  );
}
