import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LaneRow } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { cellFaultText } from '../../../../shared/sheets/read-sheet.ts';
import type { CreateRfpBody } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ColumnFields, Faults } from '../columns/column-fields.tsx';
import type { ColumnMapping } from '../columns/column-mapping.ts';
import { LANES } from '../columns/mapped-files.ts';
import { Sending, useFileSending } from '../files/send-file.tsx';
import { Form, FormSelect, FormText } from '../form/form.tsx';
import { FormCustomer } from '../form/form-customer.tsx';
import { addDays, today } from '../format/dates.ts';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { LeaveGuard } from '../shell/dialog.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import { Page, Panel } from '../shell/page.tsx';
import {
  type LaneInput,
  laneFault,
  type ReadLanes,
  readLanes,
  type SentLanes,
  sentLanes,
} from './lane-input.ts';
import { LanesInput, useLanes } from './lanes-input.tsx';

const MAX_DAYS_AHEAD = 365;

export default function NewRfpPage() {
  const { blocked, readOnly } = useSession();
  return (
    <Page
      title="New RFP"
      parent={{ path: '/rfps', title: 'RFPs' }}
      lead="Each lane is priced as a quote of today. Each ten lanes begun count as one call toward the monthly limit."
      blocked={blocked ?? readOnly}
    >
      <NewRfp />
    </Page>
  );
}

interface NewRfpRequest {
  readonly key: unknown;
  readonly body: CreateRfpBody;
  readonly sent: SentLanes;
}

function NewRfp() {
  const { client } = useSession();
  const queries = useQueryClient();
  const [body, setBody] = useState<CreateRfpBody>({ name: '', equipment_type: 'container_40' });
  const { lanes, change, remember, field } = useLanes();
  const { input, mapping } = lanes ?? {};
  const [isChecked, setChecked] = useState(false);
  const navigate = useNavigate();
  const creation = useFileSending(
    async ({ sent, body: asked }: NewRfpRequest, options) => {
      if ('lanes' in sent)
        return { created: await client.rfps.create({ ...asked, lanes: sent.lanes }, options) };
      const { file, columns } = sent;
      const created = await client.rfps.create(
        { ...asked, source: 'upload', ...(columns && { columns }) },
        options,
      );
      return { created, file, address: created.upload };
    },
    () => void queries.invalidateQueries({ queryKey: ['rfps', 'list'] }),
  );
  const createdId = creation.data?.rfp_id;
  // An effect: the guard below must know first that nothing is lost any more.
  useEffect(() => {
    if (createdId !== undefined) void navigate(`/rfps/${encodeURIComponent(createdId)}`);
  }, [createdId, navigate]);
  const read = useMemo(
    () =>
      input === undefined || mapping === undefined || input.kind === 'workbook'
        ? NOT_READ
        : readLanes(input, mapping),
    [input, mapping],
  );
  const fault = input === undefined || read === NOT_READ ? undefined : laneFault(input, read);
  const send = () => {
    setChecked(true);
    if (lanes === undefined || fault !== undefined || read.faults.length > 0) return;
    const sent = sentLanes(lanes.input, lanes.mapping);
    creation.mutate({ key: { body, lanes: keyOf(lanes) }, body, sent }, { onSuccess: remember });
  };
  const isSent = creation.isPending || creation.isSuccess;
  return (
    <Form className="stack" label="RFP" body={body} error={creation.error} onChange={setBody} onSend={send}>
      <Panel title="RFP">
        <div className="fields">
          <FormText name="name" label="Name" />
          <FormSelect
            name="equipment_type"
            label="Equipment"
            description="Of lanes without their own"
            data={EQUIPMENT_CHOICES}
          />
          <FormCustomer description="Optional" />
          <FormText
            name="customer_reference"
            label="Customer reference"
            description="Your own reference. Optional."
          />
          <FormText
            name="contract_start"
            type="date"
            label="First day of the contract"
            description="Optional. Lanes are priced for this day if it is after today."
            max={addDays(today(), MAX_DAYS_AHEAD)}
          />
          <FormText name="contract_end" type="date" label="Last day of the contract" description="Optional" />
        </div>
      </Panel>
      <Panel title="Lanes">
        <LanesInput {...field} />
        {lanes?.input.kind === 'workbook' ? (
          <p className="note" role="status">
            The browser shows no preview of an Excel file. The service reads it, and the RFP shows which
            columns were read.
          </p>
        ) : null}
      </Panel>
      {lanes === undefined || lanes.input.kind === 'workbook' ? null : (
        <LaneColumns input={lanes.input} mapping={lanes.mapping} read={read} onChange={change} />
      )}
      <Faults
        title="The lanes cannot be priced yet"
        texts={[
          ...(isChecked && lanes === undefined ? ['Choose a file or paste lanes.'] : []),
          ...(isChecked && read.faults.length > 0
            ? ['The meaning of the columns is missing: see the message above the columns.']
            : []),
          ...(fault === undefined ? [] : [fault]),
        ]}
      />
      {creation.share === undefined ? null : <Sending share={creation.share} />}
      <ErrorNotice error={creation.error} onRetry={send} />
      <div className="foot">
        <LinkButton to="/rfps" variant="default">
          Cancel
        </LinkButton>
        <Button type="submit" loading={isSent}>
          Price the lanes
        </Button>
      </div>
      <LeaveGuard
        hasChanges={!creation.isSuccess && lanes !== undefined}
        text="The lanes were not sent completely. If you leave, they are lost."
      />
    </Form>
  );
}

/** Lanes that the browser does not read. */
const NOT_READ: ReadLanes = { columns: [], faults: [], table: undefined, lanes: [] };

interface LaneColumnsProps {
  readonly input: Exclude<LaneInput, { readonly kind: 'workbook' }>;
  readonly mapping: ColumnMapping;
  readonly read: ReadLanes;
  onChange(mapping: ColumnMapping): void;
}

const LaneColumns = ({ input, mapping, read, onChange }: LaneColumnsProps) => (
  <>
    <Panel title="Columns" note="Choose “Not needed” for a column that has nothing to do with the price.">
      <ColumnFields
        kind={LANES}
        rows={input}
        mapping={mapping}
        read={read}
        asksForHeader={input.kind === 'pasted'}
        onChange={onChange}
      />
    </Panel>
    {read.lanes.length === 0 ? null : (
      <Panel title="Preview" note="The first lanes, as they will be read.">
        <LanesPreview lanes={read.lanes} />
      </Panel>
    )}
  </>
);

/** Identifies lanes without reading a file. */
const keyOf = ({ input, mapping }: NonNullable<ReturnType<typeof useLanes>['lanes']>): unknown => ({
  mapping,
  lanes: input.kind === 'pasted' ? input.text : [input.file.name, input.file.size, input.file.lastModified],
});

const MAX_LANES = 10;

const isWithQuantity = (part: unknown): part is { readonly name: string; readonly quantity: number } =>
  typeof part === 'object' && part !== null;

const text = ({ item }: LaneRow, field: string): string => {
  const value = item[field];
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value ?? ''];
  return parts
    .map((part) => (isWithQuantity(part) ? `${part.name}: ${part.quantity}` : String(part)))
    .join(', ');
};

const FIELDS = [
  { title: 'Lane', field: 'lane_id' },
  { title: 'Origin', field: 'origin' },
  { title: 'Destination', field: 'destination' },
  { title: 'Equipment', field: 'equipment_type' },
  { title: 'Loads a week', field: 'weekly_volume' },
  { title: 'Accessorials', field: 'special_requirements', isMinor: true },
  { title: 'Stops', field: 'stops', isMinor: true },
  { title: 'Weight, lb', field: 'weight_lbs', isMinor: true },
];

const notesOf = ({ faults, warnings }: LaneRow): readonly string[] => [
  ...faults.map((fault) => `${cellFaultText(fault)}.`),
  ...warnings.map(({ message }) => message),
];

function LanesPreview({ lanes }: { readonly lanes: readonly LaneRow[] }) {
  const shown = lanes.slice(0, MAX_LANES);
  const notes = {
    title: 'Not read',
    cell: (lane: LaneRow) => <bdi className="cell-text">{notesOf(lane).join(' ')}</bdi>,
  };
  return (
    <DataTable
      caption="First lanes"
      rows={shown}
      rowKey={({ number }) => String(number)}
      columns={[
        ...FIELDS.map(({ title, field, isMinor = false }) => ({
          title,
          isMinor,
          cell: (lane: LaneRow) => <bdi className="cell-text">{text(lane, field)}</bdi>,
        })),
        ...(shown.some((lane) => notesOf(lane).length > 0) ? [notes] : []),
      ]}
    />
  );
}
