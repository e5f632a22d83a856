import { Button } from '@mantine/core';
import { NumberField } from '../strategy/number-field.tsx';
import { RemoveButton } from '../strategy/remove-button.tsx';
import styles from '../strategy/strategy-form.module.css';
import type { FieldErrors } from '../strategy/strategy-limits.ts';
import { emptyTier, MAX_TIERS, type TierDraft } from './rate-draft.ts';

interface TierFieldsProps {
  readonly tiers: readonly TierDraft[];
  readonly errors: FieldErrors;
  /** Unit of the amounts. */
  readonly unit: { readonly prefix?: string; readonly suffix?: string };
  onChange(tiers: readonly TierDraft[]): void;
}

/** Amounts by loads a week. */
export function TierFields({ tiers, errors, unit, onChange }: TierFieldsProps) {
  const change = (key: string, part: Partial<TierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...part } : tier)));
  return (
    <>
      {tiers.length === 0 ? null : (
        <div className={styles.discountColumns} aria-hidden="true">
          <span>From loads a week</span>
          <span>Amount</span>
        </div>
      )}
      {tiers.map(({ key, fromVolume, amount }, index) => (
        <fieldset key={key} className={styles.discount}>
          <legend className="hidden-text">Tier {index + 1}</legend>
          <NumberField
            label={`Loads a week of tier ${index + 1}`}
            isLabelHidden
            value={fromVolume}
            error={errors[`tiers[${index}].from_volume`]}
            onChange={(text) => change(key, { fromVolume: text })}
          />
          <NumberField
            label={`Amount of tier ${index + 1}`}
            isLabelHidden
            value={amount}
            error={errors[`tiers[${index}].amount`]}
            {...unit}
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
