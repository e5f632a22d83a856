import type { ChangeRfpBody, RfpDetail, RfpLaneResult } from '../api/client.ts';
import { InvalidFields } from '../api/field-messages.ts';
import { FormNumber, FormSelect, FormText } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { counted, dollars } from '../format/numbers.ts';
import { PRICE_CHOICES } from '../quotes/quote-form.ts';
import { nameOf } from './lanes-table.tsx';
import { useRfpAction } from './use-rfp-action.ts';

type LaneChange = NonNullable<ChangeRfpBody['lanes']>[number];
/** Text that is no number stays one: the API rejects it at its field. */
type Typed = number | undefined;

interface PricesForm {
  /** Absent: the pricing strategy prices the lanes. */
  readonly kind?: (typeof PRICE_CHOICES)[number]['value'] | undefined;
  /** For lanes without their own price. */
  readonly each?: Typed;
  /** In the order of the lanes. */
  readonly prices: readonly Typed[];
  readonly reason?: string | undefined;
}

/** More fields would make the dialog slow: many lanes get the same price. */
const MAX_ROWS = 50;

function changesOf(lanes: readonly RfpLaneResult[], form: PricesForm): readonly LaneChange[] {
  const { kind, each, prices, reason } = form;
  return lanes.flatMap(({ index }, at): readonly LaneChange[] => {
    if (kind === undefined) return [{ index, price: null }];
    const value = prices[at] ?? each;
    return value === undefined ? [] : [{ index, price: { [kind]: value, reason } }];
  });
}

interface PricesDialogProps {
  readonly opened: boolean;
  readonly rfp: RfpDetail;
  readonly lanes: readonly RfpLaneResult[];
  onClose(): void;
}

/** Sets the prices of lanes, each its own or all the same. */
export function PricesDialog({ opened, rfp, lanes, onClose }: PricesDialogProps) {
  const act = useRfpAction(rfp);
  /** The field from which the API got what it names by its position in the request. */
  const fieldOf = (field: string, form: PricesForm) => {
    const [, position, name] = /^lanes\[(\d+)\]\.price\.(\w+)$/.exec(field) ?? [];
    if (position === undefined || name === 'reason') return name ?? field;
    const index = changesOf(lanes, form)[Number(position)]?.index;
    const at = lanes.findIndex((lane) => lane.index === index);
    return form.prices[at] === undefined ? 'each' : `prices[${at}]`;
  };
  const send = async (form: PricesForm) => {
    const changes = changesOf(lanes, form);
    if (changes.length === 0) throw new InvalidFields({ each: 'Enter a price here, or for a lane.' });
    await act({ kind: 'change', change: { lanes: [...changes] } });
  };
  const withRows = lanes.length > 1 && lanes.length <= MAX_ROWS;
  return (
    <FormDialog<PricesForm>
      opened={opened}
      title={`Price of ${counted(lanes.length, 'lane')}`}
      action="Save"
      isWide
      initial={{ kind: 'total_rate', prices: lanes.map(() => undefined) }}
      nameOf={fieldOf}
      onClose={onClose}
      send={send}
    >
      {({ kind }) => (
        <>
          <p className="note wide">Fuel surcharge and accessorials stay as calculated.</p>
          <FormSelect
            name="kind"
            label="Price"
            data={[...PRICE_CHOICES, { value: '', label: 'By the pricing strategy' }]}
          />
          {kind === undefined ? null : (
            <>
              <FormNumber
                name="each"
                label={withRows ? 'Each other lane' : 'Each lane'}
                {...(withRows
                  ? { description: 'Empty: lanes without a price below stay as they are.' }
                  : { 'data-autofocus': true })}
              />
              {withRows
                ? lanes.map((lane, at) => (
                    <FormNumber
                      key={lane.index}
                      name={`prices[${at}]`}
                      label={nameOf(lane)}
                      description={
                        <bdi>
                          {lane.origin} to {lane.destination}
                          {lane.pricing === null ? '' : `, now ${dollars(lane.pricing.total_rate)}`}
                        </bdi>
                      }
                      data-autofocus={at === 0 || undefined}
                    />
                  ))
                : null}
              <FormText
                name="reason"
                label="Reason of the price"
                description="For your own records. Optional."
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
