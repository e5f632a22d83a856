import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldInRate } from '../../../../shared/contracts/documents/field-in-rate.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { Blocked } from '../feedback/blocked.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Page } from '../shell/page.tsx';
import { emptyRate, rateBody } from './rate-draft.ts';
import { RateFields } from './rate-fields.tsx';
import { useCreateRate } from './use-rate-changes.ts';

/** Enters one contract rate. */
export default function NewRatePage() {
  const { organization } = useSession();
  const { canWrite, readOnly } = permissionsOf(organization);
  const navigate = useNavigate();
  const [draft, setDraft] = useState(emptyRate);
  const creation = useCreateRate();
  const send = () =>
    creation.mutate(rateBody(draft), {
      onSuccess: (answer) => {
        const id = answer.rates[0]?.rate_id ?? '';
        // The page of the rate shows the overlaps and the warnings of the answer.
        void navigate(`/contract-rates/${encodeURIComponent(id)}`, { state: { answer } });
      },
    });
  return (
    <Page
      title="New contract rate"
      parent={{ path: '/contract-rates', title: 'Contract rates' }}
      lead="Of the rates that match a move, one for its customer comes first, then the narrower origin and destination."
    >
      <Blocked reason={readOnly} />
      {canWrite ? (
        <RateFields
          draft={draft}
          apiErrors={fieldMessages(creation.error, fieldInRate)}
          isPending={creation.isPending}
          action="Create the rate"
          notice={(retry) =>
            creation.isError ? <ErrorNotice error={creation.error} onRetry={retry} /> : null
          }
          onChange={setDraft}
          onSend={send}
        />
      ) : null}
    </Page>
  );
}
