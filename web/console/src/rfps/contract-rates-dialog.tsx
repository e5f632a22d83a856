import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { RfpDetail } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { counted } from '../format/numbers.ts';
import { ErrorNotice } from '../shell/feedback.tsx';
import styles from './rfps.module.css';

const FUELS = [
  { value: 'market', label: 'Added by quotes at the market' },
  { value: 'included', label: 'Included in the rate' },
] as const;

interface ContractRatesDialogProps {
  readonly rfp: RfpDetail;
  onClose(): void;
}

/** Makes contract rates of the customer from the won lanes. */
export function ContractRatesDialog({ rfp, onClose }: ContractRatesDialogProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [from, setFrom] = useState(rfp.contract_start ?? '');
  const [to, setTo] = useState(rfp.contract_end ?? '');
  const [fuel, setFuel] = useState<(typeof FUELS)[number]['value']>('market');
  const making = useMutation({
    mutationFn: () =>
      Promise.resolve(
        client.rfps.makeContractRates(rfp.rfp_id, {
          ...{ lanes: 'won', effective_from: from, fuel },
          ...(to === '' ? {} : { effective_to: to }),
        }),
      ),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['contract-rates'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Contract rates of ${counted(rfp.lanes.won, 'won lane')}`}
      lockScroll={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <p>
          Each won lane becomes a flat contract rate of <bdi>{rfp.customer}</bdi>, without accessorials. A
          repetition makes no second rate.
        </p>
        <TextInput
          type="date"
          label="First day"
          required
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Last day"
          description="Optional."
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label="Fuel"
          data={[...FUELS]}
          value={fuel}
          onChange={(event) => setFuel(event.currentTarget.value as typeof fuel)}
        />
        <div aria-live="polite" className={styles.message}>
          {making.isError ? <ErrorNotice error={making.error} onRetry={() => making.mutate()} /> : null}
          {making.data === undefined ? null : (
            <>
              <p>
                {counted(making.data.rates.length, 'contract rate')}.{' '}
                <Link to="/contract-rates">Show them</Link>
              </p>
              <ul className={styles.list}>
                {making.data.skipped.map(({ index, reason }) => (
                  <li key={index}>
                    Lane {index + 1}: <bdi>{reason}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {making.data === undefined ? 'Cancel' : 'Close'}
          </Button>
          <Button type="submit" loading={making.isPending}>
            Make the rates
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
