import { Button, Chip, Group, Radio } from '@mantine/core';
import { useState } from 'react';
import type { EquipmentType, PricingStrategyTerms } from '../api/client.ts';
import {
  FormCheckbox,
  FormChoices,
  FormLines,
  FormNumber,
  FormPlace,
  FormSelect,
  FormText,
  useFormState,
} from '../form/form.tsx';
import { AddSelect, FormCharges, FormRows } from '../form/form-rows.tsx';
import { EQUIPMENT, EQUIPMENT_CHOICES, equipmentName } from '../rates/equipment.ts';
import { Panel } from '../shell/page.tsx';
import styles from './strategy.module.css';

type Rule = NonNullable<PricingStrategyTerms['rules']>[number];

const MODES = [
  { value: 'nearest', label: 'To the nearest step' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
];
const BANDS = [
  { name: 'from_miles', title: 'From miles', label: 'Start', suffix: 'mi' },
  { name: 'percent', title: 'Margin', label: 'Percent', suffix: '%' },
  { name: 'floor', title: 'At least', label: 'Minimum', prefix: '$' },
];
const DISCOUNTS = [
  { name: 'containers', title: 'From containers', label: 'Containers' },
  { name: 'percent', title: 'Discount', label: 'Percent', suffix: '%' },
];
const MAX_ROWS = 20;
const MAX_RULES = 100;

const Bands = ({ name, of }: { readonly name: string; readonly of: string }) => (
  <FormRows name={name} noun="band" of={` of ${of}`} max={MAX_ROWS} columns={BANDS} isFirstFixed />
);

/** Margins that apply to one equipment type. A new list begins with the general bands. */
function EquipmentMargins({ terms }: StrategyFormProps) {
  const { set } = useFormState();
  const path = (type: string) => `margins_by_equipment.${type}`;
  const given = (Object.keys(EQUIPMENT) as EquipmentType[]).filter(
    // The last one takes the member with it.
    (type) => terms.margins_by_equipment?.[type] !== undefined,
  );
  return (
    <>
      {given.map((type) => (
        <div key={type} className={styles.group}>
          <div className="spread">
            <h3>{equipmentName(type)}</h3>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove the margin for ${equipmentName(type)}`}
              onClick={() => set(path(type), undefined)}
            >
              Remove
            </Button>
          </div>
          <Bands name={path(type)} of={`the margin for ${equipmentName(type)}`} />
        </div>
      ))}
      <AddSelect
        label="Add a margin for an equipment type"
        title="Add an equipment type…"
        data={Object.entries(EQUIPMENT).filter(([type]) => !given.includes(type as EquipmentType))}
        onAdd={(type) => set(path(type), terms.margins)}
      />
    </>
  );
}

function FuelChoice() {
  const { value, set } = useFormState();
  return (
    <Radio.Group
      label="How a quote shows fuel"
      value={String(value('fuel'))}
      onChange={(fuel) => set('fuel', fuel)}
    >
      <div className="stack">
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
  );
}

interface StrategyFormProps {
  readonly terms: PricingStrategyTerms;
}

export const StrategyForm = ({ terms }: StrategyFormProps) => (
  <div className={`halves ${styles.panels}`}>
    <div className="stack">
      <Panel
        title="Margin"
        note="What you add to the market cost of a move: a percentage of the cost, or the minimum if that is more. The last band that starts at or below the one-way miles applies."
      >
        <Bands name="margins" of="the margin" />
      </Panel>
      <Panel
        title="Margin by equipment"
        note="For an equipment type in this list, these bands apply in place of the margin above."
      >
        <EquipmentMargins terms={terms} />
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
        <FormCharges name="accessorial_overrides" />
      </Panel>
    </div>
    <div className="stack">
      <Panel title="Fuel">
        <FuelChoice />
      </Panel>
      <Panel
        title="Rounding"
        note="The base rate is rounded once, to a multiple of the step. If rounding would cut the minimum margin, the base rate is rounded up."
      >
        <div className="fields">
          <FormNumber name="rounding.to" label="Step" prefix="$" isKept />
          <FormSelect name="rounding.mode" label="Direction" data={MODES} />
        </div>
      </Panel>
      <Panel title="Fees and service">
        <div className="stack">
          <FormCheckbox
            name="port_fees"
            label="Charge fees of terminals on each quote"
            description="Otherwise a fee, such as the traffic mitigation fee, is charged only if the request names it."
          />
          <FormNumber
            name="guaranteed_percent"
            label="Guaranteed service"
            description="Percent of the base rate. A price of Guaranteed service in the list of accessorials replaces it."
            suffix="%"
            isKept
          />
        </div>
      </Panel>
      <Panel title="Validity">
        <FormNumber
          name="validity_days"
          label="Days that a quote is valid"
          description="1 to 90 days after the day on which the quote is made. Then the quote expires."
          isKept
        />
      </Panel>
      <Panel
        title="Volume discounts"
        note="Systems that receive your webhooks see these discounts in each event. They are not deducted from a quote."
      >
        <FormRows name="volume_discounts" noun="discount" max={MAX_ROWS} columns={DISCOUNTS} />
      </Panel>
      <Panel title="Market data">
        <FormCheckbox
          name="converted_quotes_as_loads"
          label="Add converted quotes to your market data"
          description="The price of a converted quote of a container, with your margin and without accessorials on request, becomes a load that your rates learn from. Quotes priced from the market then raise the market that prices the next quotes."
        />
      </Panel>
      <Panel title="Terms on quote sheets">
        <FormLines
          name="sheet_terms"
          label="Terms for customers"
          description="Plain text of at most 4,000 characters. Sheets of quotes that are made after a change show the new terms."
          autosize
          minRows={3}
          maxRows={12}
          read={(text) => text || undefined}
          write={(text = '') => text}
        />
      </Panel>
    </div>
    <div className="wide">
      <Panel
        title="Rules"
        note="Other terms for some moves. Of the rules that match a move, one for its customer applies first, then the narrower origin, the narrower destination, and the place in this list."
      >
        <RulesEditor rules={terms.rules ?? []} />
      </Panel>
    </div>
  </div>
);

const NEW_RULE: Rule = { name: '', when: {}, terms: {} };

/** The rules of a strategy. Only open rules have fields, because a strategy can have 100 of them. */
function RulesEditor({ rules }: { readonly rules: readonly Rule[] }) {
  const { error, set } = useFormState();
  const [open, setOpen] = useState<readonly number[]>([]);
  /** Writes the rules in another order, and keeps those open that were. */
  const order = (positions: readonly number[]) => {
    setOpen(positions.flatMap((before, now) => (open.includes(before) ? [now] : [])));
    set(
      'rules',
      positions.flatMap((position) => rules[position] ?? []),
    );
  };
  const positions = [...rules.keys()];
  return (
    <>
      {rules.map((rule, index) => {
        const path = `rules[${index}]`;
        const isOpen = open.includes(index) || error(path) !== undefined;
        const title = (rule.name ?? '').trim() || `Rule ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep nothing of their own
          <fieldset key={index} className={`card ${styles.rule}`}>
            <legend className="hidden-text">{title}</legend>
            <div className="spread">
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? open.filter((one) => one !== index) : [...open, index])}
              >
                <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <bdi>{title}</bdi>
              </button>
              <Group gap="xs">
                {index === 0 ? null : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Move ${title} up`}
                    onClick={() => order(positions.with(index - 1, index).with(index, index - 1))}
                  >
                    Move up
                  </Button>
                )}
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Remove ${title}`}
                  onClick={() => order(positions.toSpliced(index, 1))}
                >
                  Remove
                </Button>
              </Group>
            </div>
            {isOpen ? <RuleFields path={path} of={` in rule ${index + 1}`} /> : null}
          </fieldset>
        );
      })}
      <Button
        variant="subtle"
        size="xs"
        disabled={rules.length >= MAX_RULES}
        onClick={() => {
          setOpen([...open, rules.length]);
          set('rules', [...rules, NEW_RULE]);
        }}
      >
        Add a rule
      </Button>
    </>
  );
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const FUELS = [
  { value: '', label: 'As in the strategy' },
  { value: 'separate', label: 'Separate fuel surcharge' },
  { value: 'included', label: 'Included in the base rate' },
];
const PLACE = 'Terminal, ZIP code, city and state, 3-digit ZIP, port code or state code. Empty: anywhere.';

function Weekdays({ name }: { readonly name: string }) {
  const { value, set } = useFormState();
  const days = (value(name) ?? []) as readonly string[];
  const change = (chosen: readonly string[]) => {
    const ordered = WEEKDAYS.map((day) => day.toLowerCase()).filter((day) => chosen.includes(day));
    set(name, ordered.length === 0 ? undefined : ordered);
  };
  return (
    <fieldset className={styles.days}>
      <legend>Weekdays of the pickup</legend>
      <Chip.Group multiple value={[...days]} onChange={change}>
        <Group gap="xs">
          {WEEKDAYS.map((day) => (
            <Chip key={day} value={day.toLowerCase()} size="xs">
              {day}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <p className="small">None: all days</p>
    </fieldset>
  );
}

/** The message at a part of a rule that has no members. */
function PartError({ name, parts }: { readonly name: string; readonly parts: readonly string[] }) {
  const { error } = useFormState();
  const message = error(name);
  const isAtField = parts.some((part) => error(`${name}.${part}`) !== undefined);
  return message === undefined || isAtField ? null : (
    <p className="error-text wide">{message.replace('This field must have', 'Enter')}</p>
  );
}

const CONDITIONS = [
  ...['customer', 'origin', 'destination', 'equipment_types', 'min_miles', 'max_miles', 'weekdays'],
  ...['min_lead_days', 'max_lead_days'],
];
const TERMS = ['margin', 'rounding', 'validity_days', 'fuel', 'accessorial_overrides'];

interface RuleFieldsProps {
  readonly path: string;
  /** For screen readers: " in rule 2". */
  readonly of: string;
}

function RuleFields({ path, of }: RuleFieldsProps) {
  const when = `${path}.when`;
  const terms = `${path}.terms`;
  return (
    <div className="fields">
      <FormText
        name={`${path}.name`}
        className="wide"
        label="Name of the rule"
        description="Quotes state it. Each name once."
      />
      <h4 className="wide">If a move meets all of these conditions</h4>
      <PartError name={when} parts={CONDITIONS} />
      <FormText
        name={`${when}.customer`}
        className="wide"
        label="Customer"
        description="The customer of the quote or RFP; case and accents do not matter. Empty: all customers."
      />
      <FormPlace name={`${when}.origin`} label="Origin" description={PLACE} placeholder="USSAV" />
      <FormPlace name={`${when}.destination`} label="Destination" description={PLACE} placeholder="GA" />
      <FormChoices
        name={`${when}.equipment_types`}
        className="wide"
        label="Equipment"
        description="Empty: all equipment"
        data={EQUIPMENT_CHOICES}
      />
      <FormNumber
        name={`${when}.min_miles`}
        label="From miles"
        description="One-way road miles, 0 to 10,000. Empty: no bound."
        suffix="mi"
      />
      <FormNumber
        name={`${when}.max_miles`}
        label="To miles"
        description="This number of miles is included."
        suffix="mi"
      />
      <Weekdays name={`${when}.weekdays`} />
      <FormNumber
        name={`${when}.min_lead_days`}
        label="From days before pickup"
        description="Days from the quote to the pickup, 0 to 365. Empty: no bound."
      />
      <FormNumber
        name={`${when}.max_lead_days`}
        label="To days before pickup"
        description="2: pickups of today, tomorrow and the day after"
      />
      <h4 className="wide">Use these terms in place of those of the strategy</h4>
      <PartError name={terms} parts={TERMS} />
      <FormNumber
        name={`${terms}.margin.percent`}
        label="Margin"
        description="Percent of the cost, in place of all margin bands. Empty: as in the strategy."
        suffix="%"
      />
      <FormNumber
        name={`${terms}.margin.floor`}
        label="Minimum margin"
        description="USD. Needed with a margin."
        prefix="$"
      />
      <FormNumber
        name={`${terms}.rounding.to`}
        label="Rounding step"
        description="Empty: as in the strategy"
        prefix="$"
      />
      <FormSelect
        name={`${terms}.rounding.mode`}
        label="Rounding direction"
        description="Needed with a step"
        data={[{ value: '', label: 'As in the strategy' }, ...MODES]}
      />
      <FormNumber
        name={`${terms}.validity_days`}
        label="Validity in days"
        description="1 to 90. Empty: as in the strategy."
      />
      <FormSelect name={`${terms}.fuel`} label="Fuel" description="How a quote shows fuel" data={FUELS} />
      <div className="wide">
        <p className="note">Prices of accessorials. Other prices of the strategy stay.</p>
        <FormCharges name={`${terms}.accessorial_overrides`} of={of} />
      </div>
    </div>
  );
}
