import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RfpDetail } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Fields, FormSelect, FormText } from '../form/form.tsx';
import { counted } from '../format/numbers.ts';
import { FormDialog } from '../shell/dialog.tsx';
import { TextList } from '../shell/feedback.tsx';

const FUELS = [
  { value: 'market', label: 'Added by quotes at the market' },
  { value: 'included', label: 'Included in the rate' },
];

interface ContractRatesDialogProps {
  readonly rfp: RfpDetail;
  onClose(): void;
}

/** Makes contract rates of the customer from the won lanes. */
export function ContractRatesDialog({ rfp, onClose }: ContractRatesDialogProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [terms, setTerms] = useState({
    ...({ lanes: 'won', fuel: 'market' } as const),
    ...{ effective_from: rfp.contract_start ?? '', effective_to: rfp.contract_end ?? '' },
  });
  const making = useMutation({
    mutationFn: async () =>
      await client.rfps.makeContractRates(rfp.rfp_id, {
        ...terms,
        effective_to: terms.effective_to || undefined,
      }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['contract-rates'] }),
  });
  return (
    <FormDialog
      title={`Contract rates of ${counted(rfp.lanes.won, 'won lane')}`}
      action="Make the rates"
      cancel={making.data === undefined ? 'Cancel' : 'Close'}
      isPending={making.isPending}
      error={making.error}
      onClose={onClose}
      onSend={making.mutate}
    >
      <p>
        Each won lane becomes a flat contract rate of <bdi>{rfp.customer}</bdi>, without accessorials. A
        repetition makes no second rate.
      </p>
      <Fields values={terms} onChange={(part) => setTerms({ ...terms, ...part })}>
        <FormText name="effective_from" type="date" label="First day" required />
        <FormText name="effective_to" type="date" label="Last day" description="Optional." />
        <FormSelect name="fuel" label="Fuel" data={FUELS} />
      </Fields>
      <div aria-live="polite">
        {making.data === undefined ? null : (
          <>
            <p>
              {counted(making.data.rates.length, 'contract rate')}.{' '}
              <Link to="/contract-rates">Show them</Link>
            </p>
            <TextList
              texts={making.data.skipped.map(({ index, reason }) => `Lane ${index + 1}: ${reason}`)}
            />
          </>
        )}
      </div>
    </FormDialog>
  );
}
