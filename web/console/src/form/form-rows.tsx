import { Button, NativeSelect } from '@mantine/core';
import { PRICED_ACCESSORIALS, requirementName } from '../rates/special-requirements.ts';
import { RemoveButton } from '../shell/buttons.tsx';
import { FormNumber, type Named, useFormState } from './form.tsx';

interface RowColumn {
  readonly name: string;
  readonly title: string;
  /** For screen readers, with the name of the row: "Amount" of "tier 2". */
  readonly label: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

interface FormRowsProps extends Named {
  readonly noun: string;
  /** What the rows belong to, for screen readers: " of the margin". */
  readonly of?: string;
  readonly columns: readonly RowColumn[];
  readonly max: number;
  /** The first row stays, and its first number. */
  readonly isFirstFixed?: boolean;
}

export function FormRows({ name, noun, of = '', columns, max, isFirstFixed = false }: FormRowsProps) {
  const { value, error, set } = useFormState();
  const rows = (value(name) ?? []) as readonly object[];
  const message = rows.length === 0 ? error(name) : undefined;
  return (
    <>
      {message === undefined ? null : <p className="error-text">{message}</p>}
      {rows.length === 0 ? null : (
        <div className="form-row form-heads" data-columns={columns.length} aria-hidden="true">
          {columns.map(({ title }) => (
            <span key={title}>{title}</span>
          ))}
        </div>
      )}
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep nothing of their own
        <fieldset key={index} className="form-row" data-columns={columns.length}>
          <legend className="hidden-text">{`${noun} ${index + 1}`}</legend>
          {columns.map(({ name: column, title: __, label, ...unit }, position) => (
            <FormNumber
              key={column}
              name={`${name}[${index}].${column}`}
              label={`${label} of ${noun} ${index + 1}${of}`}
              isLabelHidden
              readOnly={isFirstFixed && index === 0 && position === 0}
              isKept
              {...unit}
            />
          ))}
          {isFirstFixed && index === 0 ? (
            <span />
          ) : (
            <RemoveButton
              label={`Remove ${noun} ${index + 1}${of}`}
              onRemove={() => set(name, rows.toSpliced(index, 1))}
            />
          )}
        </fieldset>
      ))}
      <Button
        variant="subtle"
        size="xs"
        disabled={rows.length >= max}
        onClick={() => set(name, [...rows, Object.fromEntries(columns.map((column) => [column.name, '']))])}
      >
        Add a {noun}
      </Button>
    </>
  );
}

interface AddSelectProps {
  readonly label: string;
  /** The first choice, which adds nothing. */
  readonly title: string;
  readonly data: readonly (readonly [value: string, label: string])[];
  onAdd(value: string): void;
}

/** Adds one of several choices; nothing without a choice. */
export const AddSelect = ({ label, title, data, onAdd }: AddSelectProps) =>
  data.length === 0 ? null : (
    <NativeSelect
      aria-label={label}
      value=""
      data={[{ value: '', label: title }, ...data.map(([value, text]) => ({ value, label: text }))]}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') onAdd(value);
      }}
    />
  );

const CHARGE_UNITS = [
  { value: 'rate', label: '$ per unit' },
  { value: 'percent_of_base', label: '% of base' },
];

/** Accessorials that can have free time, with its unit. */
const FREE_UNITS: Readonly<Record<string, string>> = {
  ...{ chassis: 'days', triaxle: 'days', storage: 'days', per_diem: 'days' },
  detention: 'hours',
};

/** Own prices of accessorials, by name. @param of what the prices are of, for screen readers: " in rule 2" */
export function FormCharges({ name, of = '' }: Named & { readonly of?: string }) {
  const { value, set } = useFormState();
  const charges = (value(name) ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return (
    <>
      {Object.entries(charges).map(([accessorial, charge]) => {
        const title = requirementName(accessorial);
        const unit = 'percent_of_base' in charge ? 'percent_of_base' : 'rate';
        const freeUnit = unit === 'rate' ? FREE_UNITS[accessorial] : undefined;
        const path = `${name}.${accessorial}`;
        return (
          <fieldset key={accessorial} className="form-row" data-columns={freeUnit ? 'charge' : 2}>
            <legend>{freeUnit ? `${title}: price and free ${freeUnit}` : title}</legend>
            <FormNumber
              key={unit}
              name={`${path}.${unit}`}
              label={`Price of ${title}${of}`}
              isLabelHidden
              isKept
              {...(unit === 'rate' ? { prefix: '$' } : { suffix: '%' })}
            />
            <NativeSelect
              aria-label={`Unit of the price of ${title}${of}`}
              data={CHARGE_UNITS}
              value={unit}
              onChange={(event) => set(path, { [event.currentTarget.value]: charge[unit] })}
            />
            {freeUnit ? (
              <FormNumber
                name={`${path}.free_time`}
                label={`Free ${freeUnit} of ${title}${of}`}
                isLabelHidden
                suffix={freeUnit.slice(0, 1)}
              />
            ) : null}
            <RemoveButton label={`Remove the price of ${title}${of}`} onRemove={() => set(path, undefined)} />
          </fieldset>
        );
      })}
      <AddSelect
        label={`Add a price for an accessorial${of}`}
        title="Add an accessorial…"
        data={Object.entries(PRICED_ACCESSORIALS).filter(
          ([accessorial]) => charges[accessorial] === undefined,
        )}
        onAdd={(accessorial) => set(`${name}.${accessorial}`, { rate: '' })}
      />
    </>
  );
}
