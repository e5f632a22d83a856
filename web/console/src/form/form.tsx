import {
  Checkbox,
  type CheckboxProps,
  MultiSelect,
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { fieldMessages } from '../api/field-messages.ts';
import { PlaceField } from '../rates/place-field.tsx';
import { SendForm } from '../shell/dialog.tsx';
import { canonical, typedNumber, valueAt, withValue } from './form-values.ts';

interface FormState {
  value(path: string): unknown;
  /** The message of the API at a field or below it, and where it is. */
  found(path: string): readonly [field: string, message: string] | undefined;
  error(path: string): string | undefined;
  set(path: string, value: unknown): void;
}

const FormContext = createContext<FormState | undefined>(undefined);

export function useFormState(): FormState {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('A field needs a form.');
  return form;
}

export interface FormProps<Body> {
  readonly label: string;
  readonly className?: string;
  readonly body: Body;
  readonly error: unknown;
  /** What the form calls a field that the API names. */
  nameOf?(field: string): string;
  onChange(body: Body): void;
  onSend(): void;
  readonly children: ReactNode;
}

const isAt = (field: string, path: string): boolean =>
  field.startsWith(path) && (field.length === path.length || /[.[]/.test(field.charAt(path.length)));

/** A form whose values are the body of a request. The API checks them: its messages are at their fields until they change. */
export function Form<Body extends object>(props: FormProps<Body>) {
  const { label, className, body, error, nameOf, onChange, onSend, children } = props;
  const form = useRef<HTMLFormElement>(null);
  /** What the person changed since the messages came. */
  const [edit, setEdit] = useState<{ readonly error: unknown; readonly paths: readonly string[] }>();
  const changed = edit !== undefined && edit.error === error ? edit.paths : [];
  const latest = useRef(body);
  latest.current = body;
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const messages = Object.entries(fieldMessages(error, nameOf)).filter(
    ([field]) => !changed.some((path) => isAt(field, path) || isAt(path, field)),
  );
  const found = (path: string) => messages.find(([field]) => isAt(field, path));
  const state: FormState = {
    value: (path) => valueAt(body, path),
    found,
    error: (path) => found(path)?.[1],
    set: (path, value) => {
      setEdit({ error, paths: [...changed, path] });
      latest.current = withValue(latest.current, path, value);
      onChange(latest.current);
    },
  };
  return (
    <FormContext value={state}>
      <SendForm ref={form} className={className} label={label} onSend={onSend}>
        {children}
      </SendForm>
    </FormContext>
  );
}

interface FieldsProps<Values extends object> {
  readonly values: Values;
  readonly errors?: Readonly<Record<string, string | undefined>>;
  onChange(part: Partial<Values>): void;
  readonly children: ReactNode;
}

/** Fields of texts that the page keeps by name, such as those of a filter. A field without a text has "". */
export function Fields<Values extends object>(props: FieldsProps<Values>) {
  const { values, errors = {}, onChange, children } = props;
  const state: FormState = {
    value: (path) => valueAt(values, path),
    found: () => undefined,
    error: (path) => errors[path],
    set: (path, value) => {
      const [name = ''] = path.split(/[.[]/);
      onChange({ [name]: valueAt(withValue(values, path, value ?? ''), name) } as Partial<Values>);
    },
  };
  return <FormContext value={state}>{children}</FormContext>;
}

/** The path of the field in the API, which the messages have. */
export interface Named {
  readonly name: string;
}

export function FormText({ name, ...props }: TextInputProps & Named) {
  const { value, error, set } = useFormState();
  return (
    <TextInput
      {...props}
      value={String(value(name) ?? '')}
      error={error(name)}
      onChange={(event) => set(name, event.currentTarget.value || undefined)}
      autoComplete="off"
    />
  );
}

export function FormPlace({
  name,
  ...props
}: Named & { label: string; description?: string; placeholder: string }) {
  const { value, error, set } = useFormState();
  return (
    <PlaceField
      {...props}
      value={String(value(name) ?? '')}
      error={error(name)}
      onChange={(text) => set(name, text || undefined)}
    />
  );
}

interface ReadTextProps<Value> extends Omit<TextareaProps, 'name' | 'value' | 'onChange'>, Named {
  read(text: string): Value | undefined;
  write(value: Value | undefined): string;
}

/** What a person typed for a value, as long as the value is that of the text. */
function useTypedText<Value>(name: string, { read, write }: Pick<ReadTextProps<Value>, 'read' | 'write'>) {
  const { value, set } = useFormState();
  const current = value(name) as Value | undefined;
  const [text, setText] = useState(() => write(current));
  const shown = canonical(read(text)) === canonical(current) ? text : write(current);
  const change = (typed: string) => {
    setText(typed);
    set(name, read(typed));
  };
  return [shown, change] as const;
}

export function FormArea({ name, ...props }: TextareaProps & Named) {
  const { value, error, set } = useFormState();
  return (
    <Textarea
      {...props}
      value={String(value(name) ?? '')}
      error={error(name)}
      onChange={(event) => set(name, event.currentTarget.value || undefined)}
    />
  );
}

export const TEXT_LINES = {
  read: (text: string) => text.split('\n').flatMap((line) => line.trim() || []),
  write: (lines: readonly string[] = []) => lines.join('\n'),
};

export function FormLines<Value>({ name, read, write, ...props }: ReadTextProps<Value>) {
  const [text, change] = useTypedText(name, { read, write });
  const { error } = useFormState();
  return (
    <Textarea
      {...props}
      value={text}
      error={'error' in props ? props.error : error(name)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

interface FormNumberProps extends Omit<TextInputProps, 'label' | 'name' | 'prefix'>, Named {
  readonly label: string;
  /** A heading above the field shows the label already. */
  readonly isLabelHidden?: boolean;
  readonly prefix?: string;
  readonly suffix?: string;
  /** Stays in the body without a number, so that the API asks for one. */
  readonly isKept?: boolean;
}

/** A number as text: a person sees what is wrong with it, and nothing is changed during typing. Without one, the field is left out. */
export function FormNumber(props: FormNumberProps) {
  const { name, label, isLabelHidden, prefix, suffix, isKept = false, ...input } = props;
  const [text, change] = useTypedText<number | string>(name, {
    read: (typed) => typedNumber(typed) ?? (isKept ? '' : undefined),
    write: (value) => String(value ?? ''),
  });
  const { error } = useFormState();
  return (
    <TextInput
      {...input}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      value={text}
      error={error(name)}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'number-input' }}
      leftSection={prefix && <span aria-hidden="true">{prefix}</span>}
      rightSection={suffix && <span aria-hidden="true">{suffix}</span>}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** A choice; the empty one is left out. */
export function FormSelect({ name, ...props }: NativeSelectProps & Named) {
  const { value, error, set } = useFormState();
  return (
    <NativeSelect
      {...props}
      value={String(value(name) ?? '')}
      error={error(name)}
      onChange={(event) => set(name, event.currentTarget.value || undefined)}
    />
  );
}

export function FormCheckbox({ name, ...props }: CheckboxProps & Named) {
  const { value, set } = useFormState();
  return (
    <Checkbox
      {...props}
      checked={value(name) === true}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  );
}

interface FormChoicesProps extends Named {
  readonly className?: string;
  readonly label: string;
  readonly description: string;
  readonly data: { value: string; label: string }[];
}

/** Some of several choices; none is left out. */
export function FormChoices({ name, ...props }: FormChoicesProps) {
  const { value, error, set } = useFormState();
  return (
    <MultiSelect
      {...props}
      value={[...((value(name) ?? []) as readonly string[])]}
      error={error(name)}
      onChange={(chosen) => set(name, chosen.length === 0 ? undefined : chosen)}
      searchable
    />
  );
}
