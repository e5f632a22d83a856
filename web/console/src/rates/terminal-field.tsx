import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SuggestedPlace, Terminal, TerminalType } from '../api/client.ts';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../api/session.tsx';
import styles from './terminal-field.module.css';

export interface ChosenTerminal {
  readonly name: string;
  /** undefined while the text names no terminal that was chosen. */
  readonly type: TerminalType | undefined;
}

interface TerminalFieldProps {
  readonly label: string;
  readonly value: ChosenTerminal;
  /** Only terminals of this type are suggested. */
  readonly type: TerminalType | undefined;
  /** Only terminals around this place are suggested, nearest first. */
  readonly near: SuggestedPlace | undefined;
  readonly error: ReactNode;
  onChange(terminal: ChosenTerminal): void;
  /** Receives a pasted text of several cells; returns whether it was used. */
  onPasteRows(text: string): boolean;
}

const MAX_SUGGESTIONS = 8;
const DEBOUNCE_MS = 200;
const NEAR_MILES = 100;

/** A terminal by name, city, state or ZIP code, with suggestions during typing. */
export function TerminalField({
  label,
  value,
  type,
  near,
  error,
  onChange,
  onPasteRows,
}: TerminalFieldProps) {
  const { client } = useSession();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text] = useDebouncedValue(value.name.trim(), DEBOUNCE_MS);
  const isOpen = combobox.dropdownOpened;
  // A place is enough to list its terminals.
  const isSearchable = text.length > 1 || (near !== undefined && text === '');
  const search = useQuery({
    queryKey: ['terminals', 'suggestions', text, type ?? '', near?.text ?? ''],
    queryFn: ({ signal }) =>
      client.terminals
        .search({ query: text || undefined, type, ...around(near), limit: MAX_SUGGESTIONS }, { signal })
        .then(({ items }) => items),
    enabled: isOpen && isSearchable,
    placeholderData: (previous) => previous,
  });
  const terminals = isSearchable ? (search.data ?? []) : [];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const chosen = terminals.find((terminal) => keyOf(terminal) === key);
        if (chosen !== undefined) onChange({ name: chosen.name, type: chosen.type });
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          placeholder="Name, city, state or ZIP"
          value={value.name}
          error={error}
          autoComplete="off"
          spellCheck={false}
          rightSection={search.isFetching && isOpen ? <Loader size={14} /> : undefined}
          onChange={(event) => {
            onChange({ name: event.currentTarget.value, type: undefined });
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onPaste={(event) => {
            if (onPasteRows(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSearchable || (search.isPending && terminals.length === 0)}>
        <Combobox.Options mah={300} className={styles.options ?? ''} aria-label="Terminals">
          {terminals.map((terminal) => (
            <Combobox.Option key={keyOf(terminal)} value={keyOf(terminal)}>
              <span className={styles.name}>
                <bdi>{terminal.name}</bdi>
              </span>
              <span className={styles.place}>
                {[terminal.city, terminal.state].filter(Boolean).join(', ')} · {terminal.type}
              </span>
            </Combobox.Option>
          ))}
          {search.isError ? <Combobox.Empty>{describeError(search.error).title}</Combobox.Empty> : null}
          {search.isSuccess && terminals.length === 0 ? (
            <Combobox.Empty>
              {near === undefined
                ? 'No terminal matches this text'
                : `No terminal within ${NEAR_MILES} miles of ${near.text} matches`}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const around = (near: SuggestedPlace | undefined) =>
  near === undefined ? {} : { lat: near.coordinates[0], lng: near.coordinates[1], radius: NEAR_MILES };

const keyOf = ({ type, name }: Terminal) => `${type} ${name}`;
