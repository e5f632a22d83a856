import type { ChangeRfpBody, RfpDetail, RfpLaneResult } from '../api/client.ts';
import { FormNumber, FormPlace, FormSelect } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { canonical } from '../form/form-values.ts';
import { today } from '../format/dates.ts';
import { FreightFields, PriceFields, StopFields } from '../quotes/move-fields.tsx';
import {
  type FreightForm,
  requirementsOf,
  sentRequirements,
  withoutEmptyStops,
} from '../quotes/quote-form.ts';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { useRfpAction } from './use-rfp-action.ts';

type LaneChange = NonNullable<ChangeRfpBody['lanes']>[number];
type LaneForm = Omit<LaneChange, 'index' | keyof FreightForm> & FreightForm;

const formOf = (lane: RfpLaneResult): LaneForm => ({
  origin: lane.origin,
  destination: lane.destination,
  equipment_type: lane.equipment_type ?? undefined,
  weekly_volume: lane.weekly_volume ?? undefined,
  stops: lane.stops,
  special_requirements: requirementsOf(lane.special_requirements, lane.quantities),
  weight_lbs: lane.weight_lbs ?? undefined,
  commodity: lane.commodity || undefined,
  price: lane.price ?? undefined,
});

const requestOf = ({ commodity = '', ...form }: LaneForm) => ({
  // The API rejects an empty place; left out, the old one would stay.
  ...{ origin: '', destination: '', weekly_volume: null, weight_lbs: null, price: null },
  ...JSON.parse(JSON.stringify(form)),
  ...{ commodity, special_requirements: sentRequirements(form) },
});

/** The fields that a person changed. */
function changeOf(lane: RfpLaneResult, form: LaneForm): LaneChange {
  const before = requestOf(formOf(lane));
  const changed = Object.entries(requestOf(withoutEmptyStops(form))).filter(
    ([name, value]) => canonical(value) !== canonical(before[name]),
  );
  return { index: lane.index, ...Object.fromEntries(changed) };
}

const NO_LANE: LaneForm = { stops: [], special_requirements: [] };

interface LaneDialogProps {
  readonly rfp: RfpDetail;
  /** undefined: the dialog is closed. */
  readonly lane: RfpLaneResult | undefined;
  onClose(): void;
}

/** Corrects a lane, and sets its price. */
export function LaneDialog({ rfp, lane, onClose }: LaneDialogProps) {
  const act = useRfpAction(rfp);
  const send = async (form: LaneForm) => {
    if (lane === undefined) return;
    const change = changeOf(lane, form);
    if (Object.keys(change).length > 1) await act({ kind: 'change', change: { lanes: [change] } });
  };
  return (
    <FormDialog
      opened={lane !== undefined}
      title="Change the lane"
      action="Save"
      isWide
      initial={lane === undefined ? NO_LANE : formOf(lane)}
      nameOf={(field) => field.replace(/^lanes\[\d+\]\./, '')}
      onClose={onClose}
      send={send}
    >
      {(form) =>
        lane === undefined ? null : (
          <>
            <p className="note wide">
              A lane with another place, equipment, volume, weight or accessorial is priced by the market
              again and counted.
            </p>
            <FormPlace name="origin" label="Lane origin" placeholder="USLAX" />
            <FormPlace name="destination" label="Lane destination" placeholder="Phoenix, AZ 85003" />
            <StopFields />
            <FormSelect
              name="equipment_type"
              label="Lane equipment"
              data={[
                ...(lane.equipment_type === null ? [{ value: '', label: 'Unknown' }] : []),
                ...EQUIPMENT_CHOICES,
              ]}
            />
            <FormNumber name="weekly_volume" label="Loads a week" />
            <FreightFields equipment={form.equipment_type ?? ''} pickup={today()} />
            <PriceFields none="by the pricing strategy" />
          </>
        )
      }
    </FormDialog>
  );
}
