import { Button, Checkbox, NativeSelect, Radio, Textarea } from '@mantine/core';
import type { EquipmentType } from '../api/client.ts';
import { EQUIPMENT, equipmentName } from '../rates/equipment.ts';
import { Panel } from '../shell/panel.tsx';
import { AccessorialPrices } from './accessorial-prices.tsx';
import { BandsEditor } from './bands-editor.tsx';
import { NumberField } from './number-field.tsx';
import { RulesEditor } from './rules-editor.tsx';
import type { BandDraft, EquipmentDraft, Fuel, RoundingMode, StrategyDraft } from './strategy-draft.ts';
import styles from './strategy-form.module.css';
import type { FieldErrors } from './strategy-limits.ts';
import { VolumeDiscounts } from './volume-discounts.tsx';

interface EquipmentMarginsProps {
  readonly byEquipment: readonly EquipmentDraft[];
  /** The general bands: a new list begins with them. */
  readonly margins: readonly BandDraft[];
  readonly errors: FieldErrors;
  onChange(byEquipment: readonly EquipmentDraft[]): void;
}

/** Margins that apply to one equipment type. */
function EquipmentMargins({ byEquipment, margins, errors, onChange }: EquipmentMarginsProps) {
  const used = new Set(byEquipment.map(({ equipment }) => equipment));
  const choices = Object.entries(EQUIPMENT).filter(([type]) => !used.has(type as EquipmentType));
  const add = (equipment: EquipmentType) =>
    onChange([
      ...byEquipment,
      { equipment, bands: margins.map((band) => ({ ...band, id: crypto.randomUUID() })) },
    ]);
  return (
    <>
      {byEquipment.map(({ equipment, bands }) => (
        <div key={equipment} className={styles.group}>
          <div className={styles.groupHead}>
            <h3>{equipmentName(equipment)}</h3>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove the margin for ${equipmentName(equipment)}`}
              onClick={() => onChange(byEquipment.filter((entry) => entry.equipment !== equipment))}
            >
              Remove
            </Button>
          </div>
          <BandsEditor
            of={`the margin for ${equipmentName(equipment)}`}
            path={`margins_by_equipment.${equipment}`}
            bands={bands}
            errors={errors}
            onChange={(next) =>
              onChange(
                byEquipment.map((entry) =>
                  entry.equipment === equipment ? { equipment, bands: next } : entry,
                ),
              )
            }
          />
        </div>
      ))}
      {choices.length === 0 ? null : (
        <NativeSelect
          aria-label="Add a margin for an equipment type"
          value=""
          data={[
            { value: '', label: 'Add an equipment type…' },
            ...choices.map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => {
            if (event.currentTarget.value !== '') add(event.currentTarget.value as EquipmentType);
          }}
        />
      )}
    </>
  );
}

interface StrategyFormProps {
  readonly draft: StrategyDraft;
  readonly errors: FieldErrors;
  onChange(part: Partial<StrategyDraft>): void;
}

const MODES = [
  { value: 'nearest', label: 'To the nearest step' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
];

/** All fields of a pricing strategy with what they do to a price. */
export const StrategyForm = ({ draft, errors, onChange }: StrategyFormProps) => (
  <div className={styles.panels}>
    <div className={styles.column}>
      <Panel
        title="Margin"
        note="What you add to the market cost of a move: a percentage of the cost, or the minimum if that is more. The last band that starts at or below the one-way miles applies."
      >
        <BandsEditor
          of="the margin"
          path="margins"
          bands={draft.margins}
          errors={errors}
          onChange={(margins) => onChange({ margins })}
        />
      </Panel>
      <Panel
        title="Margin by equipment"
        note="For an equipment type in this list, these bands apply in place of the margin above."
      >
        <EquipmentMargins
          byEquipment={draft.byEquipment}
          margins={draft.margins}
          errors={errors}
          onChange={(byEquipment) => onChange({ byEquipment })}
        />
      </Panel>
      <Panel
        title="Prices of accessorials"
        note={
          <>
            Your price in place of the{' '}
            <a href="/docs/integrators/accessorials.html" target="_blank" rel="noopener">
              standard price
            </a>
            . An amount in dollars is charged for each unit, such as a day, a mile or a move.
          </>
        }
      >
        <AccessorialPrices
          charges={draft.charges}
          errors={errors}
          onChange={(charges) => onChange({ charges })}
        />
      </Panel>
    </div>
    <div className={styles.column}>
      <Panel title="Fuel">
        <Radio.Group
          label="How a quote shows fuel"
          value={draft.fuel}
          onChange={(fuel) => onChange({ fuel: fuel as Fuel })}
        >
          <div className={styles.choices}>
            <Radio
              value="separate"
              label="Separate fuel surcharge"
              description="The margin is on linehaul. Fuel is a line of its own, at cost."
            />
            <Radio
              value="included"
              label="Included in the base rate"
              description="The margin is on linehaul and fuel together. The quote has no fuel surcharge."
            />
          </div>
        </Radio.Group>
      </Panel>
      <Panel
        title="Rounding"
        note="The base rate is rounded once, to a multiple of the step. If rounding would cut the minimum margin, the base rate is rounded up."
      >
        <div className={styles.pair}>
          <NumberField
            label="Step"
            value={draft.roundingStep}
            error={errors['rounding.to']}
            prefix="$"
            onChange={(roundingStep) => onChange({ roundingStep })}
          />
          <NativeSelect
            label="Direction"
            data={MODES}
            value={draft.roundingMode}
            onChange={(event) => onChange({ roundingMode: event.currentTarget.value as RoundingMode })}
          />
        </div>
      </Panel>
      <Panel title="Fees and service">
        <div className={styles.choices}>
          <Checkbox
            label="Charge fees of terminals on each quote"
            description="Otherwise a fee, such as the traffic mitigation fee, is charged only if the request names it."
            checked={draft.portFees}
            onChange={(event) => onChange({ portFees: event.currentTarget.checked })}
          />
          <NumberField
            label="Guaranteed service"
            description="Percent of the base rate. A price of Guaranteed service in the list of accessorials replaces it."
            value={draft.guaranteedPercent}
            error={errors.guaranteed_percent}
            suffix="%"
            onChange={(guaranteedPercent) => onChange({ guaranteedPercent })}
          />
        </div>
      </Panel>
      <Panel title="Validity">
        <NumberField
          label="Days that a quote is valid"
          description="1 to 90 days after the day on which the quote is made. Then the quote expires."
          value={draft.validityDays}
          error={errors.validity_days}
          onChange={(validityDays) => onChange({ validityDays })}
        />
      </Panel>
      <Panel
        title="Volume discounts"
        note="Systems that receive your webhooks see these discounts in each event. They are not deducted from a quote."
      >
        <VolumeDiscounts
          discounts={draft.discounts}
          errors={errors}
          onChange={(discounts) => onChange({ discounts })}
        />
      </Panel>
      <Panel title="Market data">
        <Checkbox
          label="Add converted quotes to your market data"
          description="The price of a converted quote of a container, with your margin and without accessorials on request, becomes a load that your rates learn from. Quotes priced from the market then raise the market that prices the next quotes."
          checked={draft.convertedQuotesAsLoads}
          onChange={(event) => onChange({ convertedQuotesAsLoads: event.currentTarget.checked })}
        />
      </Panel>
      <Panel title="Terms on quote sheets">
        <Textarea
          label="Terms for customers"
          description="Plain text of at most 4,000 characters. Sheets of quotes that are made after a change show the new terms."
          value={draft.sheetTerms}
          error={errors.sheet_terms}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => onChange({ sheetTerms: event.currentTarget.value })}
        />
      </Panel>
    </div>
    <div className={styles.wide}>
      <Panel
        title="Rules"
        note="Other terms for some moves. Of the rules that match a move, one for its customer applies first, then the narrower origin, the narrower destination, and the place in this list."
      >
        <RulesEditor rules={draft.rules} errors={errors} onChange={(rules) => onChange({ rules })} />
      </Panel>
    </div>
  </div>
);
