import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Accessorial, type AccessorialTariff, QuotesApiError } from '../api/client.ts';
import {
  Form,
  FormCheckbox,
  FormChoices,
  FormLines,
  FormNumber,
  FormSelect,
  FormText,
} from '../form/form.tsx';
import { FormRows } from '../form/form-rows.tsx';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { Choices, Dialog } from '../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import { EntryGoneError, entryOf, type TariffEntry } from './own-tariff.ts';
import { useEntryChange } from './use-entry-change.ts';

export type OpenChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove'; readonly entry: Accessorial };

interface ChangeDialogProps {
  readonly tariff: AccessorialTariff;
  /** undefined: the dialog is closed. */
  readonly change: OpenChange | undefined;
  onClose(): void;
}

const TITLES = {
  new: 'Add an accessorial',
  edit: 'Change an accessorial',
  remove: 'Remove this accessorial?',
} as const;

export function ChangeDialog({ tariff, change, onClose }: ChangeDialogProps) {
  const saving = useEntryChange(tariff);
  const close = () => {
    saving.reset();
    onClose();
  };
  const own = change?.kind !== 'new' && change?.entry.source === 'custom' ? change.entry : undefined;
  const send = (after: TariffEntry | undefined, note: string | undefined) =>
    saving.mutate({ before: own, after, note }, { onSuccess: close });
  const remove = () => send(undefined, undefined);
  return (
    <Dialog
      opened={change !== undefined}
      onClose={close}
      title={change === undefined ? '' : TITLES[change.kind]}
      size="lg"
    >
      {change === undefined ? null : change.kind === 'remove' ? (
        <>
          <p className="text">
            The entry of your own tariff for <bdi>{change.entry.title}</bdi> is removed. If the base tariff
            has the accessorial, its entries apply to new quotes.
          </p>
          <SaveError error={saving.error} onRetry={remove} />
          <Choices
            confirm="Remove the accessorial"
            isDanger
            isPending={saving.isPending}
            onCancel={close}
            onConfirm={remove}
          />
        </>
      ) : (
        <EntryForm
          initial={change.kind === 'new' ? NEW_ENTRY : entryOf(change.entry)}
          isNew={change.kind === 'new'}
          error={saving.error}
          isPending={saving.isPending}
          onClose={close}
          onSave={send}
        />
      )}
    </Dialog>
  );
}

function SaveError({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  if (error === null) return null;
  const isGone = error instanceof EntryGoneError;
  if (!isGone && !(error instanceof QuotesApiError && error.code === 'TARIFF_CHANGED'))
    return <ErrorNotice error={error} onRetry={onRetry} />;
  return (
    <Notice tone="yellow" title="Nothing was saved" role="alert">
      {isGone
        ? 'Your change was saved before, or another person changed or removed this entry. Close this dialog to see the current tariff.'
        : 'Another person changed the tariff since this page was opened. Your input is kept: save it again to add it to the current tariff.'}
    </Notice>
  );
}

const NEW_ENTRY: TariffEntry = {
  ...{ name: '', title: '', enabled: true, unit: 'flat', quantity: 1, free_time: 0 },
  occasion: 'on request',
};
const UNITS = [
  'flat',
  'per container',
  'per load',
  'per day',
  'per hour',
  'per mile',
  'per stop',
  'per occurrence',
];
export const OCCASIONS: Readonly<Record<Accessorial['occasion'], string>> = {
  'on request': 'On request',
  'by equipment': 'Always with its equipment',
  'port fee': 'Fee of terminals',
  'after the move': 'After the move, never in a quote',
};
const OCCASION_CHOICES = Object.entries(OCCASIONS).map(([value, label]) => ({ value, label }));

const KINDS = [
  { value: 'amount', label: 'An amount for each unit' },
  { value: 'percent', label: 'Percent of the base rate' },
  { value: 'tiers', label: 'Amounts by tiers of days' },
];
const kindOf = ({ percent, tiers, amount }: TariffEntry): string =>
  percent !== undefined
    ? 'percent'
    : amount === undefined && tiers !== undefined && tiers.length > 0
      ? 'tiers'
      : 'amount';

const hasFreeTime = (kind: string, { unit }: TariffEntry): boolean =>
  kind === 'amount' && (unit === 'per day' || unit === 'per hour');

/** The entry without the members of other kinds of prices. */
function requestOf(entry: TariffEntry, kind: string): TariffEntry {
  const { amount, percent, tiers, unit, quantity, free_time, ...others } = entry;
  if (entry.enabled === false) return others;
  if (kind === 'percent') return { ...others, percent: percent ?? ('' as unknown as number) };
  if (kind === 'tiers') return { ...others, tiers: tiers ?? [], unit: 'per day', quantity };
  return {
    ...{ ...others, amount: amount ?? ('' as unknown as number), unit, quantity },
    ...(hasFreeTime(kind, entry) && { free_time }),
  };
}

const listIn = (separator: RegExp) => (text: string) =>
  text.split(separator).flatMap((part) => part.trim() || []);
const portsIn = (text: string) => listIn(/[\s,;]+/)(text.toUpperCase());

/** The path of a field in the request starts with the index of its entry. */
const fieldInEntry = (field: string): string => field.replace(/^accessorials\[\d+\]\.?/, '');

interface EntryFormProps {
  readonly initial: TariffEntry;
  readonly isNew: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  onClose(): void;
  onSave(entry: TariffEntry, note: string | undefined): void;
}

function EntryForm({ initial, isNew, error, isPending, onClose, onSave }: EntryFormProps) {
  const [{ note, ...entry }, setEntry] = useState<TariffEntry & { readonly note?: string | undefined }>(
    initial,
  );
  const [kind, setKind] = useState(() => kindOf(initial));
  const save = () => onSave(requestOf(entry, kind), note);
  return (
    <Form
      label="Accessorial"
      className="fields"
      body={{ ...entry, note }}
      error={error}
      // Without a price, the API names the amount.
      nameOf={(field) => (fieldInEntry(field) === 'amount' ? kind : fieldInEntry(field))}
      onChange={setEntry}
      onSend={save}
    >
      <FormText
        name="name"
        label="Name in requests"
        description="For special_requirements, such as gate_fee"
        readOnly={!isNew}
        spellCheck={false}
      />
      <FormText name="title" label="Name for people" description="Quotes and sheets show it" />
      <FormCheckbox
        name="enabled"
        className="wide"
        label="Offered"
        description="Without it, the accessorial does not exist for this equipment, these places and days."
      />
      {entry.enabled === false ? null : (
        <>
          <NativeSelect
            label="Price"
            data={KINDS}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          />
          {kind === 'percent' ? (
            <FormNumber name="percent" label="Percent" suffix="%" />
          ) : (
            <FormNumber
              name="quantity"
              label="Units of a quote"
              description="Days, hours or stops that a quote charges"
              isKept
            />
          )}
          {kind === 'amount' ? (
            <>
              <FormNumber name="amount" label="Amount" prefix="$" />
              <FormSelect name="unit" label="Unit" data={UNITS} />
            </>
          ) : null}
          {hasFreeTime(kind, entry) ? (
            <FormNumber
              name="free_time"
              label="Free time"
              description="Days or hours of the quantity that are not charged"
              isKept
            />
          ) : null}
          {kind === 'tiers' ? (
            <div className="wide">
              <p className="note">Days before the first tier are free.</p>
              <FormRows
                name="tiers"
                noun="tier"
                max={20}
                columns={[
                  { name: 'from_day', title: 'From day', label: 'First day' },
                  { name: 'amount', title: 'Amount a day', label: 'Amount a day', prefix: '$' },
                ]}
              />
            </div>
          ) : null}
        </>
      )}
      <FormSelect name="occasion" label="When it is charged" data={OCCASION_CHOICES} />
      <FormChoices
        name="equipment_types"
        className="wide"
        label="Equipment"
        description="Empty: as in the base tariff, or all"
        data={EQUIPMENT_CHOICES}
      />
      <FormLines
        name="ports"
        label="Ports"
        description="Port codes such as USLAX, USLGB. Empty: as in the base tariff, or everywhere."
        rows={1}
        read={portsIn}
        write={(ports = []) => ports.join(', ')}
      />
      <FormLines
        name="terminals"
        label="Terminals"
        description="Exact names, one in each line, in addition to the ports"
        rows={2}
        read={listIn(/\n/)}
        write={(names = []) => names.join('\n')}
      />
      <FormText name="effective_from" type="date" label="First day of pickup" description="Empty: no limit" />
      <FormText name="effective_to" type="date" label="Last day of pickup" description="Empty: no limit" />
      <FormText
        name="note"
        className="wide"
        label="Note"
        description="Reason for the change, for the history of the pricing strategy. Optional."
      />
      <div className="wide">
        <SaveError error={error} onRetry={save} />
      </div>
      <Group justify="flex-end" className="wide">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save the accessorial
        </Button>
      </Group>
    </Form>
  );
}
