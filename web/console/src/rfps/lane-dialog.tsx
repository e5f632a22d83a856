import { useState } from 'react';
import type { ChangeRfpBody, RfpLaneResult } from '../api/client.ts';
import { Fields, FormSelect, FormText } from '../form/form.tsx';
import { today } from '../format/dates.ts';
import { counted, type NumberRange, numberError, numberIn } from '../format/numbers.ts';
import { FreightFields, StopFields } from '../quotes/move-fields.tsx';
import type { PriceSet, QuoteForm } from '../quotes/quote-form.ts';
import { freightErrors, requirementsOf, stopsOf, typedQuantities } from '../quotes/quote-form.ts';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { FormDialog } from '../shell/dialog.tsx';

type LaneChange = NonNullable<ChangeRfpBody['lanes']>[number];

const PRICES = [
  { value: '', label: 'By the pricing strategy' },
  { value: 'total_rate', label: 'Total in USD' },
  { value: 'base_rate', label: 'Base rate in USD' },
  { value: 'margin_percent', label: 'Margin in percent' },
] satisfies { value: '' | 'total_rate' | 'base_rate' | 'margin_percent'; label: string }[];

const AMOUNT: NumberRange = { min: 0, max: 1_000_000, decimals: 2 };
const MARGIN: NumberRange = { min: -100, max: 1_000, decimals: 2 };
const VOLUME: NumberRange = { min: 0.000001, max: 10_000, decimals: 6 };
const MAX_REASON_LENGTH = 500;
const MAX_PLACE_LENGTH = 200;

interface LaneDialogProps {
  /** One lane is corrected and priced; several lanes get a price. */
  readonly lanes: readonly RfpLaneResult[];
  onClose(): void;
  onSave(changes: LaneChange[]): void;
}

interface LaneForm extends Pick<QuoteForm, 'stops' | 'requirements' | 'quantities' | 'weight' | 'commodity'> {
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  readonly volume: string;
  readonly set: PriceSet;
  readonly value: string;
  readonly reason: string;
}

function formOf(lane: RfpLaneResult): LaneForm {
  const { origin, destination, equipment_type, weekly_volume, price } = lane;
  const set = PRICES.find(({ value }) => value !== '' && price?.[value] !== undefined)?.value ?? '';
  return {
    ...{ origin, destination, equipment: equipment_type ?? '', volume: String(weekly_volume ?? '') },
    ...{ stops: lane.stops, requirements: lane.special_requirements, commodity: lane.commodity },
    quantities: typedQuantities(lane.quantities),
    weight: String(lane.weight_lbs ?? ''),
    ...{ set, value: set === '' ? '' : String(price?.[set] ?? ''), reason: price?.reason ?? '' },
  };
}

const NO_PRICE: LaneForm = {
  ...{ origin: '', destination: '', equipment: '', volume: '', weight: '', commodity: '' },
  ...{ stops: [], requirements: [], quantities: {} },
  ...{ set: 'margin_percent', value: '', reason: '' },
};

function errorsOf(form: LaneForm, isOne: boolean): Readonly<Record<string, string | undefined>> {
  const { origin, destination, volume, set, value } = form;
  const filled = (text: string) => (text.trim() === '' ? 'Enter a place.' : undefined);
  return {
    ...(isOne && freightErrors(form)),
    origin: isOne ? filled(origin) : undefined,
    destination: isOne ? filled(destination) : undefined,
    volume: isOne && volume.trim() !== '' ? numberError(volume, VOLUME) : undefined,
    value: set === '' ? undefined : numberError(value, set === 'margin_percent' ? MARGIN : AMOUNT),
  };
}

const priceOf = ({ set, value, reason }: LaneForm): LaneChange['price'] =>
  set === '' ? null : { [set]: numberIn(value), ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };

/** The fields that a person changed. */
function changeOf(lane: RfpLaneResult, form: LaneForm): LaneChange {
  const before = formOf(lane);
  const isOther = (...names: readonly (keyof LaneForm)[]) =>
    names.some((name) => JSON.stringify(form[name]) !== JSON.stringify(before[name]));
  return {
    index: lane.index,
    ...(isOther('origin') && { origin: form.origin.trim() }),
    ...(isOther('destination') && { destination: form.destination.trim() }),
    ...(isOther('equipment') && { equipment_type: form.equipment }),
    ...(isOther('volume') && { weekly_volume: form.volume.trim() === '' ? null : numberIn(form.volume) }),
    ...(isOther('stops') && { stops: stopsOf(form) }),
    ...(isOther('requirements', 'quantities') && { special_requirements: requirementsOf(form) }),
    ...(isOther('weight') && { weight_lbs: form.weight.trim() === '' ? null : numberIn(form.weight) }),
    ...(isOther('commodity') && { commodity: form.commodity.trim() }),
    ...(isOther('set', 'value', 'reason') && { price: priceOf(form) }),
  } as LaneChange;
}

/** Corrects a lane, and sets the price of lanes. */
export function LaneDialog({ lanes, onClose, onSave }: LaneDialogProps) {
  const [lane] = lanes.length === 1 ? lanes : [];
  const [form, setForm] = useState(lane === undefined ? NO_PRICE : formOf(lane));
  const [isChecked, setChecked] = useState(false);
  const errors = errorsOf(form, lane !== undefined);
  const change = (part: Partial<LaneForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (Object.values(errors).some((error) => error !== undefined)) return;
    const changes =
      lane === undefined
        ? lanes.map(({ index }): LaneChange => ({ index, price: priceOf(form) }))
        : [changeOf(lane, form)].filter((one) => Object.keys(one).length > 1);
    if (changes.length === 0) onClose();
    else onSave(changes);
  };
  return (
    <FormDialog
      title={lane === undefined ? `Price of ${counted(lanes.length, 'lane')}` : 'Change the lane'}
      action="Save"
      onClose={onClose}
      onSend={send}
    >
      <Fields values={form} errors={isChecked ? errors : {}} onChange={change}>
        {lane === undefined ? null : (
          <>
            <p>
              A lane with another place, equipment, volume, weight or accessorial is priced by the market
              again and counted.
            </p>
            <FormText name="origin" label="Lane origin" maxLength={MAX_PLACE_LENGTH} />
            <FormText name="destination" label="Lane destination" maxLength={MAX_PLACE_LENGTH} />
            <StopFields />
            <FormSelect
              name="equipment"
              label="Lane equipment"
              data={[
                ...(lane.equipment_type === null ? [{ value: '', label: 'Unknown' }] : []),
                ...EQUIPMENT_CHOICES,
              ]}
            />
            <FormText name="volume" label="Loads a week" inputMode="decimal" />
            <FreightFields equipment={form.equipment} pickup={today()} />
          </>
        )}
        <FormSelect name="set" label="Price" data={PRICES} />
        {form.set === '' ? null : (
          <>
            <FormText
              name="value"
              label={PRICES.find(({ value }) => value === form.set)?.label}
              description="Fuel surcharge and accessorials stay as calculated."
              inputMode="decimal"
            />
            <FormText
              name="reason"
              label="Reason of the price"
              description="For your own records. Optional."
              maxLength={MAX_REASON_LENGTH}
            />
          </>
        )}
      </Fields>
    </FormDialog>
  );
}
