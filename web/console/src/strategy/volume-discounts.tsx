import { Button } from '@mantine/core';
import { NumberField } from './number-field.tsx';
import { RemoveButton } from './remove-button.tsx';
import { type DiscountDraft, emptyDiscount } from './strategy-draft.ts';
import { MAX_ENTRIES } from './strategy-errors.ts';
import styles from './strategy-form.module.css';
import type { FieldErrors } from './strategy-limits.ts';

interface VolumeDiscountsProps {
  readonly discounts: readonly DiscountDraft[];
  readonly errors: FieldErrors;
  onChange(discounts: readonly DiscountDraft[]): void;
}

/** Discounts by number of containers. */
export function VolumeDiscounts({ discounts, errors, onChange }: VolumeDiscountsProps) {
  const change = (id: string, part: Partial<DiscountDraft>) =>
    onChange(discounts.map((discount) => (discount.id === id ? { ...discount, ...part } : discount)));
  return (
    <>
      {discounts.length === 0 ? null : (
        <div className={styles.discountColumns} aria-hidden="true">
          <span>From containers</span>
          <span>Discount</span>
        </div>
      )}
      {discounts.map(({ id, percent, containers }, index) => (
        <fieldset key={id} className={styles.discount}>
          <legend className="hidden-text">Discount {index + 1}</legend>
          <NumberField
            label={`Containers of discount ${index + 1}`}
            isLabelHidden
            value={containers}
            error={errors[`volume_discounts[${index}].containers`]}
            onChange={(text) => change(id, { containers: text })}
          />
          <NumberField
            label={`Percent of discount ${index + 1}`}
            isLabelHidden
            value={percent}
            error={errors[`volume_discounts[${index}].percent`]}
            suffix="%"
            onChange={(text) => change(id, { percent: text })}
          />
          <RemoveButton
            name={`discount ${index + 1}`}
            onRemove={() => onChange(discounts.filter((discount) => discount.id !== id))}
          />
        </fieldset>
      ))}
      <Button
        variant="subtle"
        size="xs"
        disabled={discounts.length >= MAX_ENTRIES}
        onClick={() => onChange([...discounts, emptyDiscount()])}
      >
        Add a discount
      </Button>
    </>
  );
}
