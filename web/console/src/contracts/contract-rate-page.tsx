import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { fieldInRate } from '../../../../shared/contracts/files/rate-columns.ts';
import {
  type ContractRate,
  type CreateContractRatesResponse,
  type NewContractRate,
  QuotesApiError,
} from '../api/client.ts';
import { ExplainedError } from '../api/describe-error.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { canonical } from '../form/form-values.ts';
import { dayText, today } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { DeleteButton } from '../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import { LoadedPage, Page, Time } from '../shell/page.tsx';
import { bodyOf, RateForm } from './rate-form.tsx';

/** What the API reports about a rate that was just written: a replacement, overlaps and warnings. */
function CreationNotice({ answer }: { readonly answer: CreateContractRatesResponse }) {
  const { rates, overlaps, warnings } = answer;
  const [rate] = rates;
  const isReplaced = rate !== undefined && rate.status === 'replaced';
  if (!isReplaced && overlaps.total === 0 && warnings.length === 0) return null;
  return (
    <Notice tone="yellow" title="Check this rate">
      <ul className="list">
        {isReplaced ? (
          <li>The customer had a rate with your id. It is replaced by this one, version {rate.version}.</li>
        ) : null}
        {warnings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {overlaps.total === 0 ? null : (
          <li>
            {counted(overlaps.total, 'rate')} for the same customer, lane and equipment on the same days. The
            rate that starts later applies:{' '}
            {overlaps.listed.slice(0, 10).map(({ with_rate_id: id, from, contradictory }) => (
              <span key={id}>
                <Link to={`/contract-rates/${encodeURIComponent(id)}`}>{id}</Link> from {dayText(from)}
                {contradictory ? ', with another price' : ''}{' '}
              </span>
            ))}
          </li>
        )}
      </ul>
    </Notice>
  );
}

const LIST = { path: '/contract-rates', title: 'Contract rates' };

export default function ContractRatePage() {
  const { rateId = '' } = useParams();
  const { client } = useSession();
  const rate = useQuery({
    queryKey: ['contract-rates', 'one', rateId],
    queryFn: ({ signal }) => client.contractRates.get(rateId, {}, { signal }),
    staleTime: 0,
  });
  // After a deletion, the old terms stay readable by their version only.
  return (
    <LoadedPage query={rate} title="Contract rate" parent={LIST}>
      {(data) => <RateEditor key={rateId} current={data} />}
    </LoadedPage>
  );
}

/** The form begins with a version, which a save must find unchanged. Without input, it follows a newer version. */
function RateEditor({ current }: { readonly current: ContractRate }) {
  const { client, canWrite } = useSession();
  const queries = useQueryClient();
  const [base, setBase] = useState(current);
  const [body, setBody] = useState(() => bodyOf(current));
  const { state } = useLocation() as {
    readonly state: { readonly answer?: CreateContractRatesResponse } | null;
  };
  const { rate_id: id } = base;
  // Equal terms change nothing, so a try can be repeated.
  const change = useMutation({
    mutationFn: async (sent: NewContractRate) => {
      try {
        return await client.contractRates.replace(id, { ...sent, version: base.version });
      } catch (error) {
        if (!(error instanceof QuotesApiError && error.code === 'CONTRACT_RATE_CHANGED')) throw error;
        throw new ExplainedError(
          'The rate was not saved',
          'Another person or program changed it since this page was opened.',
          { label: 'Discard my input and show the current version', run: readCurrent },
        );
      }
    },
    onSuccess: (rate, sent) => {
      queries.setQueryData(['contract-rates', 'one', id], rate);
      void queries.invalidateQueries({ queryKey: ['contract-rates', 'list'] });
      setBase(rate);
      // What was typed meanwhile stays.
      setBody((latest) => (latest === sent ? bodyOf(rate) : latest));
    },
  });
  const begin = (rate: ContractRate) => {
    setBase(rate);
    setBody(bodyOf(rate));
  };
  const isChanged = canonical(body) !== canonical(bodyOf(base));
  if (current.version > base.version && !isChanged) begin(current);
  const readCurrent = async () => {
    const rate = await client.contractRates.get(id);
    queries.setQueryData(['contract-rates', 'one', id], rate);
    begin(rate);
    change.reset();
  };
  const send = () => change.mutate(body);
  return (
    <Page
      title={`${base.origin} to ${base.destination}`}
      parent={LIST}
      lead={
        <>
          <code>{id}</code> · Version {base.version}, <Time value={base.updated_at} />
        </>
      }
      actions={
        canWrite ? (
          <DeleteButton
            title="Delete this rate?"
            confirm="Delete the rate"
            path="/contract-rates"
            list={['contract-rates', 'list']}
            run={() => client.contractRates.delete(id)}
          >
            New quotes no longer use the rate. Existing quotes do not change, and the versions of the rate
            stay readable.
          </DeleteButton>
        ) : undefined
      }
    >
      {state?.answer === undefined || base.version !== state.answer.rates[0]?.version ? null : (
        <CreationNotice answer={state.answer} />
      )}
      <RateForm
        body={body}
        error={change.error}
        isReadOnly={!canWrite}
        isPending={change.isPending}
        action="Save the rate"
        notice={
          <>
            <p role="status" className="text">
              {change.isSuccess && !isChanged
                ? `Saved as version ${base.version}. Existing quotes do not change.`
                : ''}
            </p>
            <ErrorNotice error={change.error} onRetry={send} />
          </>
        }
        onChange={setBody}
        onSend={send}
      />
    </Page>
  );
}

const emptyRate = (): NewContractRate => ({
  ...{ origin: '', destination: '', equipment_type: 'container_40', rate_type: 'flat' },
  ...{ amount: '' as unknown as number, fuel: 'included', effective_from: today() },
});

export function NewRatePage() {
  const { client, readOnly } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [body, setBody] = useState(emptyRate);
  const creation = useMutation({
    mutationFn: () => client.contractRates.create({ rates: [body] }, { idempotencyKey: keyFor(body) }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['contract-rates'] });
      const id = answer.rates[0]?.rate_id ?? '';
      // The page of the rate shows the overlaps and the warnings of the answer.
      void navigate(`/contract-rates/${encodeURIComponent(id)}`, { state: { answer } });
    },
  });
  return (
    <Page
      title="New contract rate"
      parent={LIST}
      lead="Of the rates that match a move, one for its customer comes first, then the narrower origin and destination."
      blocked={readOnly}
    >
      <RateForm
        body={body}
        error={creation.error}
        nameOf={fieldInRate}
        isPending={creation.isPending}
        action="Create the rate"
        notice=<ErrorNotice error={creation.error} onRetry={creation.mutate} />
        onChange={setBody}
        onSend={creation.mutate}
      />
    </Page>
  );
}
