import { Button, Checkbox, Group, MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { EQUIPMENT } from '../rates/equipment.ts';
import formStyles from '../shell/form.module.css';
import { NumberField } from '../strategy/number-field.tsx';
import { RemoveButton } from '../strategy/remove-button.tsx';
import { MAX_NOTE_LENGTH } from '../strategy/strategy-errors.ts';
import styles from '../strategy/strategy-form.module.css';
import type { FieldErrors } from '../strategy/strategy-limits.ts';
import texts from './accessorials.module.css';
import {
  type DayTierDraft,
  type EntryDraft,
  emptyTier,
  entryErrors,
  hasFreeTime,
  MAX_NAME_LENGTH,
  MAX_TIERS,
  MAX_TITLE_LENGTH,
  type Occasion,
  type PriceKind,
  readEntry,
  type TariffEntry,
  type Unit,
} from './entry-draft.ts';
import { OCCASIONS } from './entry-texts.ts';

interface DayTierFieldsProps {
  readonly tiers: readonly DayTierDraft[];
  readonly errors: FieldErrors;
  onChange(tiers: readonly DayTierDraft[]): void;
}

/** Amounts by day. Days before the first tier are free. */
function DayTierFields({ tiers, errors, onChange }: DayTierFieldsProps) {
  const change = (key: string, part: Partial<DayTierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...part } : tier)));
  return (
    <>
      <p className={texts.note}>Days before the first tier are free.</p>
      {errors.tiers === undefined ? null : <p className={texts.error}>{errors.tiers}</p>}
      {tiers.map(({ key, fromDay, amount }, index) => (
        <fieldset key={key} className={styles.discount}>
          <legend className="hidden-text">Tier {index + 1}</legend>
          <NumberField
            label={`First day of tier ${index + 1}`}
            value={fromDay}
            error={errors[`tiers[${index}].from_day`]}
            onChange={(text) => change(key, { fromDay: text })}
          />
          <NumberField
            label={`Amount a day of tier ${index + 1}`}
            value={amount}
            error={errors[`tiers[${index}].amount`]}
            prefix="$"
            onChange={(text) => change(key, { amount: text })}
          />
          <RemoveButton
            name={`tier ${index + 1}`}
            onRemove={() => onChange(tiers.filter((tier) => tier.key !== key))}
          />
        </fieldset>
      ))}
      <Button
        variant="subtle"
        size="xs"
        disabled={tiers.length >= MAX_TIERS}
        onClick={() => onChange([...tiers, emptyTier()])}
      >
        Add a tier
      </Button>
    </>
  );
}

interface EntryFormProps {
  readonly initial: EntryDraft;
  /** Whether the entry has a name of its own, which a person enters. */
  readonly isNew: boolean;
  /** Messages of the API by field. */
  readonly apiErrors: FieldErrors;
  readonly isPending: boolean;
  notice(retry: () => void): ReactNode;
  onClose(): void;
  onSave(entry: TariffEntry, note: string): void;
}

const KINDS: readonly { readonly value: PriceKind; readonly label: string }[] = [
  { value: 'amount', label: 'An amount for each unit' },
  { value: 'percent', label: 'Percent of the base rate' },
  { value: 'tiers', label: 'Amounts by tiers of days' },
];
const UNITS: readonly Unit[] = [
  ...(['flat', 'per container', 'per load', 'per day', 'per hour'] as const),
  ...(['per mile', 'per stop', 'per occurrence'] as const),
];
const OCCASION_CHOICES = Object.entries(OCCASIONS).map(([value, label]) => ({ value, label }));
const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));

/** The fields of one entry of the own tariff. */
export function EntryForm({ initial, isNew, apiErrors, isPending, notice, onClose, onSave }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const errors: FieldErrors = { ...apiErrors, ...(isChecked ? entryErrors(draft) : {}) };
  const change = (part: Partial<EntryDraft>) => setDraft({ ...draft, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(entryErrors(draft)).length === 0) onSave(readEntry(draft), note);
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className={formStyles.fields} aria-label="Accessorial">
      <TextInput
        label="Name in requests"
        description="For special_requirements, such as gate_fee"
        value={draft.name}
        error={errors.name}
        readOnly={!isNew}
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => change({ name: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label="Name for people"
        description="Quotes and sheets show it"
        value={draft.title}
        error={errors.title}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => change({ title: event.currentTarget.value })}
        autoComplete="off"
      />
      <Checkbox
        className={formStyles.wide ?? ''}
        label="Offered"
        description="Without it, the accessorial does not exist for this equipment, these places and days."
        checked={draft.isEnabled}
        onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
      />
      {draft.isEnabled ? <PriceFields draft={draft} errors={errors} onChange={change} /> : null}
      <NativeSelect
        label="When it is charged"
        data={OCCASION_CHOICES}
        value={draft.occasion}
        error={errors.occasion}
        onChange={(event) => change({ occasion: event.currentTarget.value as Occasion })}
      />
      <MultiSelect
        label="Equipment"
        description="Empty: as in the base tariff, or all"
        data={EQUIPMENT_CHOICES}
        value={[...draft.equipment]}
        error={errors.equipment_types}
        onChange={(equipment) => change({ equipment })}
        searchable
      />
      <TextInput
        label="Ports"
        description="Port codes such as USLAX, USLGB. Empty: as in the base tariff, or everywhere."
        value={draft.ports}
        error={messageOf(errors, 'ports')}
        onChange={(event) => change({ ports: event.currentTarget.value })}
        autoComplete="off"
      />
      <Textarea
        label="Terminals"
        description="Exact names, one in each line, in addition to the ports"
        value={draft.terminals}
        error={messageOf(errors, 'terminals')}
        rows={2}
        onChange={(event) => change({ terminals: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="First day of pickup"
        description="Empty: no limit"
        value={draft.from}
        error={errors.effective_from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Last day of pickup"
        description="Empty: no limit"
        value={draft.to}
        error={errors.effective_to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <TextInput
        className={formStyles.wide ?? ''}
        label="Note"
        description="Reason for the change, for the history of the pricing strategy. Optional."
        value={note}
        error={errors.note}
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => setNote(event.currentTarget.value)}
        autoComplete="off"
      />
      <div className={formStyles.wide}>{notice(send)}</div>
      <Group justify="flex-end" className={formStyles.wide ?? ''}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save the accessorial
        </Button>
      </Group>
    </form>
  );
}

/** A message at a list or at one of its items. */
const messageOf = (errors: FieldErrors, list: string): string | undefined =>
  Object.entries(errors).find(([field]) => field === list || field.startsWith(`${list}[`))?.[1];

interface PriceFieldsProps {
  readonly draft: EntryDraft;
  readonly errors: FieldErrors;
  onChange(part: Partial<EntryDraft>): void;
}

const PriceFields = ({ draft, errors, onChange }: PriceFieldsProps) => (
  <>
    <NativeSelect
      label="Price"
      data={[...KINDS]}
      value={draft.kind}
      onChange={(event) => onChange({ kind: event.currentTarget.value as PriceKind })}
    />
    {draft.kind === 'percent' ? (
      <NumberField
        label="Percent"
        value={draft.percent}
        error={errors.percent}
        suffix="%"
        onChange={(percent) => onChange({ percent })}
      />
    ) : (
      <NumberField
        label="Units of a quote"
        description="Days, hours or stops that a quote charges"
        value={draft.quantity}
        error={errors.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
    )}
    {draft.kind === 'amount' ? (
      <>
        <NumberField
          label="Amount"
          value={draft.amount}
          error={errors.amount}
          prefix="$"
          onChange={(amount) => onChange({ amount })}
        />
        <NativeSelect
          label="Unit"
          data={[...UNITS]}
          value={draft.unit}
          error={errors.unit}
          onChange={(event) => onChange({ unit: event.currentTarget.value as Unit })}
        />
        {hasFreeTime(draft) ? (
          <NumberField
            label="Free time"
            description="Days or hours of the quantity that are not charged"
            value={draft.freeTime}
            error={errors.free_time}
            onChange={(freeTime) => onChange({ freeTime })}
          />
        ) : null}
      </>
    ) : null}
    {draft.kind === 'tiers' ? (
      <div className={formStyles.wide}>
        <DayTierFields tiers={draft.tiers} errors={errors} onChange={(tiers) => onChange({ tiers })} />
      </div>
    ) : null}
  </>
);
