import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface NumberFieldProps {
  readonly label: string;
  /** A heading above the field shows the label already. */
  readonly isLabelHidden?: boolean;
  readonly description?: ReactNode;
  readonly value: string;
  readonly error: string | undefined;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly isFixed?: boolean;
  onChange(text: string): void;
}

/** A number as text: a person sees what is wrong with it, and nothing is changed during typing. */
export const NumberField = ({
  label,
  isLabelHidden,
  description,
  value,
  error,
  prefix,
  suffix,
  isFixed,
  onChange,
}: NumberFieldProps) => (
  <TextInput
    {...(isLabelHidden ? { 'aria-label': label } : { label })}
    description={description}
    value={value}
    error={error}
    inputMode="decimal"
    autoComplete="off"
    readOnly={isFixed ?? false}
    classNames={{ input: 'number-input' }}
    leftSection={prefix === undefined ? undefined : <span aria-hidden="true">{prefix}</span>}
    rightSection={suffix === undefined ? undefined : <span aria-hidden="true">{suffix}</span>}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
