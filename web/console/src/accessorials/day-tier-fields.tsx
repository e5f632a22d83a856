import { Button } from '@mantine/core';
import { NumberField } from '../strategy/number-field.tsx';
import { RemoveButton } from '../strategy/remove-button.tsx';
import styles from '../strategy/strategy-form.module.css';
import type { FieldErrors } from '../strategy/strategy-limits.ts';
import texts from './accessorials.module.css';
import { type DayTierDraft, emptyTier, MAX_TIERS } from './entry-draft.ts';

interface DayTierFieldsProps {
  readonly tiers: readonly DayTierDraft[];
  readonly errors: FieldErrors;
  onChange(tiers: readonly DayTierDraft[]): void;
}

/** Amounts by day. Days before the first tier are free. */
export function DayTierFields({ tiers, errors, onChange }: DayTierFieldsProps) {
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
