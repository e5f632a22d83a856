import { Chip, Group, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { EQUIPMENT } from '../rates/equipment.ts';
import { PlaceField } from '../rates/place-field.tsx';
import { AccessorialPrices } from './accessorial-prices.tsx';
import { NumberField } from './number-field.tsx';
import type { RuleDraft, Weekday } from './rule-draft.ts';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './rule-errors.ts';
import styles from './rules-editor.module.css';
import type { FieldErrors } from './strategy-limits.ts';

interface RuleFieldsProps {
  /** From 0. */
  readonly index: number;
  readonly rule: RuleDraft;
  readonly errors: FieldErrors;
  onChange(part: Partial<RuleDraft>): void;
}

const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));
const WEEKDAYS: readonly { readonly value: Weekday; readonly label: string }[] = [
  { value: 'monday', label: 'Monday' },
  { value: 'tuesday', label: 'Tuesday' },
  { value: 'wednesday', label: 'Wednesday' },
  { value: 'thursday', label: 'Thursday' },
  { value: 'friday', label: 'Friday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
];
const FUELS = [
  { value: '', label: 'As in the strategy' },
  { value: 'separate', label: 'Separate fuel surcharge' },
  { value: 'included', label: 'Included in the base rate' },
];
const MODES = [
  { value: 'nearest', label: 'To the nearest step' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
];
const PLACE = 'Terminal, ZIP code, city and state, 3-digit ZIP, port code or state code. Empty: anywhere.';

/** Conditions and terms of a rule. */
export function RuleFields({ index, rule, errors, onChange }: RuleFieldsProps) {
  const path = `rules[${index}]`;
  const error = (field: string) => errors[`${path}.${field}`];
  const noCondition = error('when');
  const noTerm = error('terms');
  return (
    <div className={styles.fields}>
      <TextInput
        className={styles.wide ?? ''}
        label="Name of the rule"
        description="Quotes state it. Each name once."
        value={rule.name}
        error={error('name')}
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        autoComplete="off"
      />
      <h4 className={styles.subtitle}>If a move meets all of these conditions</h4>
      <TextInput
        className={styles.wide ?? ''}
        label="Customer"
        description="The customer of the quote or RFP; case and accents do not matter. Empty: all customers."
        value={rule.customer}
        error={error('when.customer') ?? noCondition}
        maxLength={MAX_TEXT_LENGTH}
        onChange={(event) => onChange({ customer: event.currentTarget.value })}
        autoComplete="off"
      />
      <PlaceField
        label="Origin"
        description={PLACE}
        placeholder="USSAV"
        value={rule.origin}
        error={error('when.origin')}
        onChange={(origin) => onChange({ origin })}
      />
      <PlaceField
        label="Destination"
        description={PLACE}
        placeholder="GA"
        value={rule.destination}
        error={error('when.destination')}
        onChange={(destination) => onChange({ destination })}
      />
      <MultiSelect
        className={styles.wide ?? ''}
        label="Equipment"
        description="Empty: all equipment"
        data={EQUIPMENT_CHOICES}
        value={[...rule.equipment]}
        error={error('when.equipment_types')}
        onChange={(equipment) => onChange({ equipment })}
        searchable
      />
      <NumberField
        label="From miles"
        description="One-way road miles, 0 to 10,000. Empty: no bound."
        value={rule.minMiles}
        error={error('when.min_miles')}
        suffix="mi"
        onChange={(minMiles) => onChange({ minMiles })}
      />
      <NumberField
        label="To miles"
        description="This number of miles is included."
        value={rule.maxMiles}
        error={error('when.max_miles')}
        suffix="mi"
        onChange={(maxMiles) => onChange({ maxMiles })}
      />
      <fieldset className={styles.days}>
        <legend>Weekdays of the pickup</legend>
        <Chip.Group
          multiple
          value={[...rule.weekdays]}
          onChange={(days) =>
            onChange({ weekdays: WEEKDAYS.map(({ value }) => value).filter((day) => days.includes(day)) })
          }
        >
          <Group gap="xs">
            {WEEKDAYS.map(({ value, label }) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <p className={styles.note}>None: all days</p>
      </fieldset>
      <NumberField
        label="From days before pickup"
        description="Days from the quote to the pickup, 0 to 365. Empty: no bound."
        value={rule.minLeadDays}
        error={error('when.min_lead_days')}
        onChange={(minLeadDays) => onChange({ minLeadDays })}
      />
      <NumberField
        label="To days before pickup"
        description="2: pickups of today, tomorrow and the day after"
        value={rule.maxLeadDays}
        error={error('when.max_lead_days')}
        onChange={(maxLeadDays) => onChange({ maxLeadDays })}
      />
      <h4 className={styles.subtitle}>Use these terms in place of those of the strategy</h4>
      <NumberField
        label="Margin"
        description="Percent of the cost, in place of all margin bands. Empty: as in the strategy."
        value={rule.percent}
        error={error('terms.margin.percent') ?? noTerm}
        suffix="%"
        onChange={(percent) => onChange({ percent })}
      />
      <NumberField
        label="Minimum margin"
        description="USD. Needed with a margin."
        value={rule.floor}
        error={error('terms.margin.floor')}
        prefix="$"
        onChange={(floor) => onChange({ floor })}
      />
      <NumberField
        label="Rounding step"
        description="Empty: as in the strategy"
        value={rule.roundingStep}
        error={error('terms.rounding.to')}
        prefix="$"
        onChange={(roundingStep) => onChange({ roundingStep })}
      />
      <NativeSelect
        label="Rounding direction"
        description="Has an effect only with a step"
        data={MODES}
        value={rule.roundingMode}
        onChange={(event) =>
          onChange({ roundingMode: event.currentTarget.value as RuleDraft['roundingMode'] })
        }
      />
      <NumberField
        label="Validity in days"
        description="1 to 90. Empty: as in the strategy."
        value={rule.validityDays}
        error={error('terms.validity_days')}
        onChange={(validityDays) => onChange({ validityDays })}
      />
      <NativeSelect
        label="Fuel"
        description="How a quote shows fuel"
        data={FUELS}
        value={rule.fuel}
        onChange={(event) => onChange({ fuel: event.currentTarget.value as RuleDraft['fuel'] })}
      />
      <div className={styles.wide}>
        <p className={styles.note}>Prices of accessorials. Other prices of the strategy stay.</p>
        <AccessorialPrices
          charges={rule.charges}
          errors={errors}
          path={`${path}.terms.accessorial_overrides`}
          of={` in rule ${index + 1}`}
          onChange={(charges) => onChange({ charges })}
        />
      </div>
    </div>
  );
}
