import { useQueryClient } from '@tanstack/react-query';
import type { Accessorial, AccessorialTariff } from '../api/client.ts';
import { ExplainedError } from '../api/describe-error.ts';
import { useSession } from '../api/session.tsx';
import { FormCheckbox, FormChoices, FormLines, FormNumber, FormSelect, FormText } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormRows } from '../form/form-rows.tsx';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { ConfirmButton } from '../shell/dialog.tsx';
import { changedEntries, type EntryChange, entryOf, TARIFF_KEY, type TariffEntry } from './own-tariff.ts';

/** What the person changes: a new entry, or one of the tariff. */
export type OpenChange = 'new' | Accessorial;

/** Saves a change of one entry, if the tariff is still the version that the page shows. */
function useEntryChange({ accessorials, version }: AccessorialTariff) {
  const { client } = useSession();
  const queries = useQueryClient();
  return async (change: EntryChange) => {
    try {
      const entries = changedEntries(accessorials, change);
      if (entries === undefined)
        throw new ExplainedError(
          'Nothing was saved',
          'Your change was saved before, or another person changed or removed this entry. Close this dialog to see the current tariff.',
        );
      const body = { accessorials: entries, note: change.note };
      queries.setQueryData(TARIFF_KEY, await client.accessorials.replace(body, { ifVersion: version }));
      void queries.invalidateQueries({ queryKey: ['strategy'] });
    } catch (error) {
      // The page shows the current tariff, also after a save whose answer was lost.
      void queries.invalidateQueries({ queryKey: TARIFF_KEY });
      throw error;
    }
  };
}

interface RemoveButtonProps {
  readonly tariff: AccessorialTariff;
  readonly entry: Accessorial;
}

export function RemoveEntry({ tariff, entry }: RemoveButtonProps) {
  const change = useEntryChange(tariff);
  return (
    <ConfirmButton
      label={
        <>
          Remove<span className="hidden-text"> {entry.title}</span>
        </>
      }
      size="compact-sm"
      title="Remove this accessorial?"
      confirm="Remove the accessorial"
      isDanger
      run={() => change({ before: entry, after: undefined, note: undefined })}
    >
      The entry of your own tariff for <bdi>{entry.title}</bdi> is removed. If the base tariff has the
      accessorial, its entries apply to new quotes.
    </ConfirmButton>
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

type EntryForm = TariffEntry & { readonly kind: string; readonly note?: string | undefined };

interface ChangeDialogProps {
  readonly tariff: AccessorialTariff;
  /** undefined: the dialog is closed. */
  readonly opened: OpenChange | undefined;
  onClose(): void;
}

export function ChangeDialog({ tariff, opened, onClose }: ChangeDialogProps) {
  const change = useEntryChange(tariff);
  const isNew = opened === 'new';
  const shown = isNew || opened === undefined ? undefined : opened;
  const initial = shown === undefined ? NEW_ENTRY : entryOf(shown);
  const before = shown?.source === 'custom' ? shown : undefined;
  return (
    <FormDialog<EntryForm>
      opened={opened !== undefined}
      title={isNew ? 'Add an accessorial' : 'Change an accessorial'}
      label="Accessorial"
      action="Save the accessorial"
      isWide
      initial={{ ...initial, kind: kindOf(initial) }}
      // Without a price, the API names the amount.
      nameOf={(field, { kind }) => (fieldInEntry(field) === 'amount' ? kind : fieldInEntry(field))}
      onClose={onClose}
      send={({ kind, note, ...entry }) => change({ before, after: requestOf(entry, kind), note })}
    >
      {(entry) => <EntryFields entry={entry} isNew={isNew} />}
    </FormDialog>
  );
}

const EntryFields = ({ entry, isNew }: { readonly entry: EntryForm; readonly isNew: boolean }) => {
  const { kind } = entry;
  return (
    <>
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
          <FormSelect name="kind" label="Price" data={KINDS} />
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
    </>
  );
};
