import { NativeSelect } from '@mantine/core';
import { requirementName, SPECIAL_REQUIREMENTS } from '../rates/special-requirements.ts';
import type { AccessorialName, ChargeDraft } from './charge-draft.ts';
import { NumberField } from './number-field.tsx';
import { RemoveButton } from './remove-button.tsx';
import styles from './strategy-form.module.css';
import type { FieldErrors } from './strategy-limits.ts';

interface AccessorialPricesProps {
  readonly charges: readonly ChargeDraft[];
  readonly errors: FieldErrors;
  /** Name of the prices in the errors. */
  readonly path?: string;
  /** What the prices are of, for screen readers, such as " in rule 2". */
  readonly of?: string;
  onChange(charges: readonly ChargeDraft[]): void;
}

const UNITS = [
  { value: 'rate', label: '$ per unit' },
  { value: 'percent_of_base', label: '% of base' },
];

/** Own prices of accessorials. */
export function AccessorialPrices({
  charges,
  errors,
  path = 'accessorial_overrides',
  of = '',
  onChange,
}: AccessorialPricesProps) {
  const used = new Set<string>(charges.map(({ name }) => name));
  const choices = Object.entries(SPECIAL_REQUIREMENTS).filter(([name]) => !used.has(name));
  const change = (name: AccessorialName, part: Partial<ChargeDraft>) =>
    onChange(charges.map((charge) => (charge.name === name ? { ...charge, ...part } : charge)));
  return (
    <>
      {charges.map(({ name, unit, amount }) => {
        const title = requirementName(name);
        return (
          <fieldset key={name} className={styles.charge}>
            <legend className={styles.chargeName}>{title}</legend>
            <NumberField
              label={`Price of ${title}${of}`}
              isLabelHidden
              value={amount}
              error={errors[`${path}.${name}.${unit}`]}
              {...(unit === 'rate' ? { prefix: '$' } : { suffix: '%' })}
              onChange={(text) => change(name, { amount: text })}
            />
            <NativeSelect
              aria-label={`Unit of the price of ${title}${of}`}
              data={UNITS}
              value={unit}
              onChange={(event) => change(name, { unit: event.currentTarget.value as ChargeDraft['unit'] })}
            />
            <RemoveButton
              name={`the price of ${title}${of}`}
              onRemove={() => onChange(charges.filter((charge) => charge.name !== name))}
            />
          </fieldset>
        );
      })}
      {choices.length === 0 ? null : (
        <NativeSelect
          aria-label={`Add a price for an accessorial${of}`}
          value=""
          data={[
            { value: '', label: 'Add an accessorial…' },
            ...choices.map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => {
            const name = event.currentTarget.value;
            if (name !== '')
              onChange([...charges, { name: name as AccessorialName, unit: 'rate', amount: '' }]);
          }}
        />
      )}
    </>
  );
}
