import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { Blocked } from '../feedback/blocked.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { SendInterruptedError, SendRejectedError } from '../files/send-file.ts';
import { SendFailed, Sending } from '../files/sending.tsx';
import { addDays, today } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { EQUIPMENT } from '../rates/equipment.ts';
import formStyles from '../shell/form.module.css';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { LinkButton } from '../shell/link-button.tsx';
import { Page } from '../shell/page.tsx';
import { Panel } from '../shell/panel.tsx';
import { ColumnFields } from './column-fields.tsx';
import { bodyOf, type ColumnMapping, proposeMapping } from './column-mapping.ts';
import { inputFaults, type LaneInput, rowsOf, sentLanes } from './lane-input.ts';
import { LanesInput } from './lanes-input.tsx';
import { LanesPreview } from './lanes-preview.tsx';
import { EMPTY_FORM, formErrors, type RfpForm, requestRfp } from './rfp-form.ts';
import styles from './rfps.module.css';
import { useCreateRfp } from './use-create-rfp.ts';

const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));
const MAX_DAYS_AHEAD = 365;

interface Lanes {
  readonly input: LaneInput;
  readonly mapping: ColumnMapping;
}

/** Makes an RFP. */
export default function NewRfpPage() {
  const { canQuote, blocked, readOnly } = permissionsOf(useSession().organization);
  return (
    <Page
      title="New RFP"
      parent={{ path: '/rfps', title: 'RFPs' }}
      lead="Each lane is priced as a quote of today. Each ten lanes begun count as one call toward the monthly limit."
    >
      <Blocked reason={blocked ?? readOnly} />
      {canQuote ? <NewRfp /> : null}
    </Page>
  );
}

function NewRfp() {
  const [form, setForm] = useState(EMPTY_FORM);
  const [lanes, setLanes] = useState<Lanes>();
  const [isChecked, setChecked] = useState(false);
  const creation = useCreateRfp();
  const navigate = useNavigate();
  const createdId = creation.data?.rfp_id;
  // An effect: the guard below must know first that nothing is lost any more.
  useEffect(() => {
    if (createdId !== undefined) void navigate(`/rfps/${encodeURIComponent(createdId)}`);
  }, [createdId, navigate]);
  const errors = isChecked ? formErrors(form) : {};
  const faults =
    lanes === undefined ? ['Choose a file or paste lanes.'] : inputFaults(lanes.input, lanes.mapping);
  const change = (part: Partial<RfpForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (lanes === undefined || faults.length > 0 || Object.keys(formErrors(form)).length > 0) return;
    creation.mutate({
      body: requestRfp(form),
      sent: sentLanes(lanes.input, lanes.mapping),
      lanesKey: keyOf(lanes),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const rows = lanes === undefined ? [] : rowsOf(lanes.input);
  const isSent = creation.isPending || creation.isSuccess;
  return (
    <form className={styles.panels} onSubmit={submit} noValidate aria-label="RFP">
      <Panel title="RFP">
        <div className={formStyles.fields}>
          <TextInput
            label="Name"
            value={form.name}
            error={errors.name}
            maxLength={200}
            onChange={(event) => change({ name: event.currentTarget.value })}
            autoComplete="off"
          />
          <NativeSelect
            label="Equipment"
            description="Of lanes without their own"
            data={EQUIPMENT_CHOICES}
            value={form.equipment}
            onChange={(event) => change({ equipment: event.currentTarget.value })}
          />
          <TextInput
            label="Customer"
            description="Optional"
            value={form.customer}
            maxLength={200}
            onChange={(event) => change({ customer: event.currentTarget.value })}
            autoComplete="off"
          />
          <TextInput
            label="Customer reference"
            description="Your own reference. Optional."
            value={form.reference}
            onChange={(event) => change({ reference: event.currentTarget.value })}
            autoComplete="off"
          />
          <TextInput
            type="date"
            label="First day of the contract"
            description="Optional. Lanes are priced for this day if it is after today."
            value={form.start}
            max={addDays(today(), MAX_DAYS_AHEAD)}
            onChange={(event) => change({ start: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Last day of the contract"
            description="Optional"
            value={form.end}
            error={errors.end}
            onChange={(event) => change({ end: event.currentTarget.value })}
          />
        </div>
      </Panel>
      <Panel title="Lanes">
        <LanesInput
          onChange={(input) =>
            setLanes(
              input === undefined ? undefined : { input, mapping: proposeMapping(input.kind, rowsOf(input)) },
            )
          }
        />
      </Panel>
      {lanes === undefined ? null : (
        <>
          <Panel title="Columns" note="Columns that are not used have no meaning for the price.">
            <ColumnFields
              rows={rows}
              mapping={lanes.mapping}
              onChange={(mapping) => setLanes({ ...lanes, mapping })}
            />
          </Panel>
          <Panel
            title="Preview"
            note={
              lanes.input.kind === 'file'
                ? 'The first lanes, as they will be read.'
                : `The first of ${counted(bodyOf(lanes.mapping, rows).length, 'lane')}, as they will be read.`
            }
          >
            <LanesPreview rows={rows} mapping={lanes.mapping} />
          </Panel>
        </>
      )}
      {faults.length > 0 && (isChecked || lanes !== undefined) ? (
        <Notice tone="red" title="The lanes cannot be priced yet" role="alert">
          <ul className={styles.list}>
            {faults.map((fault) => (
              <li key={fault}>
                <bdi>{fault}</bdi>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {creation.share === undefined ? null : <Sending share={creation.share} />}
      {creation.error === null ? null : isSendError(creation.error) ? (
        <SendFailed error={creation.error} />
      ) : (
        <ErrorNotice error={creation.error} onRetry={send} />
      )}
      <div className={formStyles.foot}>
        <LinkButton to="/rfps" variant="default">
          Cancel
        </LinkButton>
        <Button type="submit" loading={isSent}>
          {creation.error !== null && isSendError(creation.error) ? 'Try again' : 'Price the lanes'}
        </Button>
      </div>
      <LeaveGuard
        hasChanges={!creation.isSuccess && lanes !== undefined}
        text="The lanes were not sent completely. If you leave, they are lost."
        onLeave={() => undefined}
      />
    </form>
  );
}

const isSendError = (error: Error) =>
  error instanceof SendInterruptedError || error instanceof SendRejectedError;

/** Identifies lanes without reading a file. */
const keyOf = ({ input, mapping }: Lanes): unknown => ({
  mapping,
  lanes: input.kind === 'file' ? [input.file.name, input.file.size, input.file.lastModified] : input.rows,
});
