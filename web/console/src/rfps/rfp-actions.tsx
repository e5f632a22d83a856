import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { countedCalls } from '../../../../shared/rfps/record/counted-calls.ts';
import type {
  ChangeRfpBody,
  CreateRfpContractRatesBody,
  CreateRfpContractRatesResponse,
  RfpDetail,
} from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { downloadCsv } from '../files/download.ts';
import { FormNumber, FormSelect, FormText } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { counted } from '../format/numbers.ts';
import { ActionButton, ConfirmButton, DeleteButton } from '../shell/dialog.tsx';
import { TextList } from '../shell/feedback.tsx';
import { AwardDialog } from './award-dialog.tsx';
import { allows } from './rfp-status.tsx';
import { useRfpAction } from './use-rfp-action.ts';

export function RfpActions({ rfp }: { readonly rfp: RfpDetail }) {
  const { client, canQuote, canWrite } = useSession();
  const act = useRfpAction(rfp);
  const [dialog, setDialog] = useState<'margin' | 'award' | 'rates'>();
  const { rfp_id: id, status, lanes } = rfp;
  // Awarded prices stay as they are.
  const isOpen = lanes.won + lanes.lost === 0;
  const exportResults = async () => {
    const file = await client.rfps.resultsFile(id);
    if ('csv' in file) downloadCsv(`${id}-results.csv`, file.csv);
    // A download: the page stays.
    else location.assign(file.url);
  };
  const exportWorkbook = async () =>
    location.assign((await client.rfps.workbook(id, { for: 'customer' })).url);
  const close = () => setDialog(undefined);
  return (
    <div>
      <Group gap="xs">
        {allows(status, 'read-results') ? (
          <>
            <ActionButton run={exportResults}>Export CSV</ActionButton>
            <ActionButton
              run={exportWorkbook}
              title="Prices for the customer as an Excel workbook, without cost, margin and confidence"
            >
              Excel for the customer
            </ActionButton>
          </>
        ) : null}
        {canWrite && isOpen && allows(status, 'change-lanes') ? (
          <Button variant="default" onClick={() => setDialog('margin')}>
            Margin
          </Button>
        ) : null}
        {canQuote && isOpen && allows(status, 'reprice') ? (
          <ConfirmButton
            label="Reprice"
            title="Reprice all lanes?"
            confirm="Reprice the lanes"
            run={() => act({ kind: 'reprice' })}
          >
            All lanes are priced by the market and the pricing strategy of today. The repricing counts{' '}
            {counted(countedCalls(lanes.total), 'call')} toward the monthly limit. The current prices stay as
            version {rfp.version}.
          </ConfirmButton>
        ) : null}
        {canWrite && allows(status, 'award') && lanes.priced > 0 ? (
          <Button onClick={() => setDialog('award')}>Award all</Button>
        ) : null}
        {canWrite && allows(status, 'make-rates') && lanes.won > 0 && rfp.customer !== '' ? (
          <Button variant="default" onClick={() => setDialog('rates')}>
            Contract rates
          </Button>
        ) : null}
        {canWrite && allows(status, 'close') ? (
          <ConfirmButton
            label="Close"
            title="Close this RFP?"
            confirm="Close the RFP"
            run={() => act({ kind: 'close' })}
          >
            A closed RFP can only be read, exported and deleted. Webhooks receive <code>rfp.updated</code>.
          </ConfirmButton>
        ) : null}
        {canWrite ? (
          <DeleteButton
            title="Delete this RFP?"
            confirm="Delete the RFP"
            path="/rfps"
            list={['rfps', 'list']}
            run={() => client.rfps.delete(id)}
          >
            The RFP and its lanes are deleted permanently, and webhooks receive <code>rfp.deleted</code>.
          </DeleteButton>
        ) : null}
      </Group>
      <MarginDialog opened={dialog === 'margin'} rfp={rfp} onClose={close} />
      <ContractRatesDialog opened={dialog === 'rates'} rfp={rfp} onClose={close} />
      <AwardDialog opened={dialog === 'award'} rfp={rfp} lanes="all" onClose={close} />
    </div>
  );
}

interface DialogProps {
  readonly opened: boolean;
  readonly rfp: RfpDetail;
  onClose(): void;
}

function MarginDialog({ opened, rfp, onClose }: DialogProps) {
  const act = useRfpAction(rfp);
  return (
    <FormDialog<ChangeRfpBody>
      opened={opened}
      title="Margin of the RFP"
      action="Set the margin"
      cancel={(send, isPending) => (
        <Button variant="default" loading={isPending} onClick={() => send({ margin_percent: null })}>
          Use the pricing strategy
        </Button>
      )}
      initial={{ margin_percent: rfp.margin_percent ?? ('' as unknown as number) }}
      onClose={onClose}
      send={(change) => act({ kind: 'change', change })}
    >
      <p>It replaces the margins of the pricing strategy for all lanes without a price of their own.</p>
      <FormNumber name="margin_percent" label="Margin in percent" suffix="%" isKept />
    </FormDialog>
  );
}

const FUELS = [
  { value: 'market', label: 'Added by quotes at the market' },
  { value: 'included', label: 'Included in the rate' },
];

function ContractRatesDialog({ opened, rfp, onClose }: DialogProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [made, setMade] = useState<CreateRfpContractRatesResponse>();
  const make = async (terms: CreateRfpContractRatesBody) => {
    setMade(await client.rfps.makeContractRates(rfp.rfp_id, terms));
    void queries.invalidateQueries({ queryKey: ['contract-rates'] });
  };
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <FormDialog<CreateRfpContractRatesBody>
      opened={opened}
      title={`Contract rates of ${counted(rfp.lanes.won, 'won lane')}`}
      action="Make the rates"
      cancel={
        <Button variant="default" onClick={close}>
          {made === undefined ? 'Cancel' : 'Close'}
        </Button>
      }
      staysOpen
      initial={{
        ...({ lanes: 'won', fuel: 'market' } as const),
        effective_from: rfp.contract_start ?? '',
        effective_to: rfp.contract_end ?? undefined,
      }}
      onClose={close}
      send={make}
    >
      <p>
        Each won lane becomes a flat contract rate of <bdi>{rfp.customer}</bdi>, without accessorials. A
        repetition makes no second rate.
      </p>
      <FormText name="effective_from" type="date" label="First day" required />
      <FormText name="effective_to" type="date" label="Last day" description="Optional." />
      <FormSelect name="fuel" label="Fuel" data={FUELS} />
      <div aria-live="polite">
        {made === undefined ? null : (
          <>
            <p>
              {counted(made.rates.length, 'contract rate')}. <Link to="/contract-rates">Show them</Link>
            </p>
            <TextList texts={made.skipped.map(({ index, reason }) => `Lane ${index + 1}: ${reason}`)} />
          </>
        )}
      </div>
    </FormDialog>
  );
}
