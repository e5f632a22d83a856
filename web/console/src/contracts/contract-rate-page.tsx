import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { type ContractRate, type CreateContractRatesResponse, QuotesApiError } from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { isMissing } from '../api/is-missing.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Notice } from '../feedback/notice.tsx';
import { dayText } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Page } from '../shell/page.tsx';
import styles from './contracts.module.css';
import { draftOfRate, rateBody } from './rate-draft.ts';
import { RateFields } from './rate-fields.tsx';
import { useDeleteRate, useReplaceRate } from './use-rate-changes.ts';

/** What the API reports about a rate that was just written: a replacement, overlaps and warnings. */
function CreationNotice({ answer }: { readonly answer: CreateContractRatesResponse }) {
  const { rates, overlaps, warnings } = answer;
  const [rate] = rates;
  const isReplaced = rate !== undefined && rate.status === 'replaced';
  if (!isReplaced && overlaps.total === 0 && warnings.length === 0) return null;
  return (
    <Notice tone="yellow" title="Check this rate">
      <ul className={styles.list}>
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

/** A contract rate with all its terms, to change or delete. */
export default function ContractRatePage() {
  const { rateId = '' } = useParams();
  const { client } = useSession();
  const rate = useQuery({
    queryKey: ['contract-rates', 'one', rateId],
    queryFn: ({ signal }) => client.contractRates.get(rateId, {}, { signal }),
    staleTime: 0,
  });
  // After a deletion, the old terms stay readable by their version only.
  if (rate.data === undefined || (rate.isError && isMissing(rate.error))) {
    return (
      <Page title="Contract rate" parent={LIST}>
        {rate.isError ? (
          <ErrorNotice error={rate.error} onRetry={() => void rate.refetch()} />
        ) : (
          <Loading rows={10} />
        )}
      </Page>
    );
  }
  return <RateEditor key={rateId} current={rate.data} />;
}

const isChangedByOthers = (error: unknown) =>
  error instanceof QuotesApiError && error.code === 'CONTRACT_RATE_CHANGED';

/** The form begins with a version, which a save must find unchanged. Without input, it follows a newer version. */
function RateEditor({ current }: { readonly current: ContractRate }) {
  const { client, organization } = useSession();
  const { canWrite } = permissionsOf(organization);
  const queries = useQueryClient();
  const [base, setBase] = useState(current);
  const [draft, setDraft] = useState(() => draftOfRate(current));
  const { state } = useLocation() as {
    readonly state: { readonly answer?: CreateContractRatesResponse } | null;
  };
  const { rate_id: id } = base;
  const change = useReplaceRate(id);
  const begin = (rate: ContractRate) => {
    setBase(rate);
    setDraft(draftOfRate(rate));
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOfRate(base));
  if (current.version > base.version && !isChanged) begin(current);
  const readCurrent = async () => {
    const rate = await client.contractRates.get(id);
    queries.setQueryData(['contract-rates', 'one', id], rate);
    begin(rate);
    change.reset();
  };
  const edit = (next: typeof draft) => {
    if (change.isSuccess) change.reset();
    setDraft(next);
  };
  return (
    <Page
      title={`${base.origin} to ${base.destination}`}
      parent={LIST}
      lead={
        <>
          <code>{id}</code> · Version {base.version}, <Time value={base.updated_at} />
        </>
      }
      actions={canWrite ? <DeleteRate rateId={id} /> : undefined}
    >
      {state?.answer === undefined || base.version !== state.answer.rates[0]?.version ? null : (
        <CreationNotice answer={state.answer} />
      )}
      <RateFields
        draft={draft}
        apiErrors={fieldMessages(change.error)}
        isReadOnly={!canWrite}
        isPending={change.isPending}
        action="Save the rate"
        notice={(retry) => (
          <>
            <p role="status" className={styles.text}>
              {change.isSuccess ? `Saved as version ${base.version}. Existing quotes do not change.` : ''}
            </p>
            {isChangedByOthers(change.error) ? (
              <Notice tone="yellow" title="The rate was not saved" role="alert">
                <p className={styles.text}>
                  Another person or program changed it since this page was opened.
                </p>
                <Button variant="default" size="xs" onClick={() => void readCurrent()}>
                  Discard my input and show the current version
                </Button>
              </Notice>
            ) : change.isError ? (
              <ErrorNotice error={change.error} onRetry={retry} />
            ) : null}
          </>
        )}
        onChange={edit}
        onSend={() =>
          change.mutate(
            { ...rateBody(draft), version: base.version },
            {
              onSuccess: (rate) => {
                setBase(rate);
                // What was typed meanwhile stays.
                setDraft((latest) => (latest === draft ? draftOfRate(rate) : latest));
              },
            },
          )
        }
      />
    </Page>
  );
}

function DeleteRate({ rateId }: { readonly rateId: string }) {
  const navigate = useNavigate();
  const deletion = useDeleteRate(rateId);
  const remove = () =>
    deletion.mutate(undefined, {
      onSuccess: () => void navigate('/contract-rates'),
      // Deleted already: by another person, or by an earlier try whose answer was lost.
      onError: (error) => {
        if (isMissing(error)) void navigate('/contract-rates');
      },
    });
  return (
    <div>
      <ConfirmButton
        label="Delete"
        title="Delete this rate?"
        confirm="Delete the rate"
        color="red"
        variant="default"
        isPending={deletion.isPending}
        onConfirm={remove}
      >
        New quotes no longer use the rate. Existing quotes do not change, and the versions of the rate stay
        readable.
      </ConfirmButton>
      {deletion.isError ? <ErrorNotice error={deletion.error} onRetry={remove} /> : null}
    </div>
  );
}
