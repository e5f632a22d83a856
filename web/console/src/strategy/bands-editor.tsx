import { Button } from '@mantine/core';
import { NumberField } from './number-field.tsx';
import { RemoveButton } from './remove-button.tsx';
import { type BandDraft, emptyBand } from './strategy-draft.ts';
import { MAX_ENTRIES } from './strategy-errors.ts';
import styles from './strategy-form.module.css';
import type { FieldErrors } from './strategy-limits.ts';

interface BandsEditorProps {
  /** Whose bands they are, for screen readers, such as "the margin". */
  readonly of: string;
  /** Name of the list in the errors. */
  readonly path: string;
  readonly bands: readonly BandDraft[];
  readonly errors: FieldErrors;
  onChange(bands: readonly BandDraft[]): void;
}

/** Margin bands by distance. */
export function BandsEditor({ of, path, bands, errors, onChange }: BandsEditorProps) {
  const change = (id: string, part: Partial<BandDraft>) =>
    onChange(bands.map((band) => (band.id === id ? { ...band, ...part } : band)));
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span>From miles</span>
        <span>Margin</span>
        <span>At least</span>
      </div>
      {bands.map((band, index) => {
        const name = `band ${index + 1} of ${of}`;
        const error = (field: string) => errors[`${path}[${index}].${field}`];
        return (
          <fieldset key={band.id} className={styles.band}>
            <legend className="hidden-text">Band {index + 1}</legend>
            <NumberField
              label={`Start of ${name}, miles`}
              isLabelHidden
              value={index === 0 ? '0' : band.fromMiles}
              isFixed={index === 0}
              error={error('from_miles')}
              suffix="mi"
              onChange={(fromMiles) => change(band.id, { fromMiles })}
            />
            <NumberField
              label={`Percent of ${name}`}
              isLabelHidden
              value={band.percent}
              error={error('percent')}
              suffix="%"
              onChange={(percent) => change(band.id, { percent })}
            />
            <NumberField
              label={`Minimum of ${name}, dollars`}
              isLabelHidden
              value={band.floor}
              error={error('floor')}
              prefix="$"
              onChange={(floor) => change(band.id, { floor })}
            />
            {index === 0 ? (
              <span />
            ) : (
              <RemoveButton name={name} onRemove={() => onChange(bands.filter(({ id }) => id !== band.id))} />
            )}
          </fieldset>
        );
      })}
      <Button
        variant="subtle"
        size="xs"
        disabled={bands.length >= MAX_ENTRIES}
        onClick={() => onChange([...bands, emptyBand()])}
      >
        Add a band
      </Button>
    </>
  );
}
