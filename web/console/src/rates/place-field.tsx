import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SuggestedPlace, Terminal, TerminalType } from '../api/client.ts';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../api/session.tsx';

const MAX_SUGGESTIONS = 8;
const DEBOUNCE_MS = 200;

interface Suggestion {
  readonly text: string;
  readonly note?: string;
}

interface FieldProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly size?: 'xs';
}

interface SuggestFieldProps<Item extends Suggestion> extends FieldProps {
  readonly list: string;
  /** What the suggestions depend on besides the text. */
  readonly scope: readonly string[];
  readonly isListable?: boolean;
  readonly empty?: string;
  search(text: string, signal: AbortSignal): Promise<readonly Item[]>;
  /** @param item undefined while the text is not a choice from the list */
  onChange(text: string, item: Item | undefined): void;
  onLeave?(): void;
  onPasteText?(text: string): boolean;
}

/** A text with suggestions during typing. Other text stays as it is typed. */
function SuggestField<Item extends Suggestion>({
  list,
  scope,
  isListable = false,
  empty,
  search,
  onChange,
  onLeave,
  onPasteText,
  ...input
}: SuggestFieldProps<Item>) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text] = useDebouncedValue(input.value.trim(), DEBOUNCE_MS);
  const isOpen = combobox.dropdownOpened;
  const isSearchable = text.length > 1 || (isListable && text === '');
  const found = useQuery({
    queryKey: ['suggestions', list, text, ...scope],
    queryFn: ({ signal }) => search(text, signal),
    enabled: isOpen && isSearchable,
    placeholderData: (previous) => previous,
  });
  const items = isSearchable ? (found.data ?? []) : [];
  const isShown =
    items.length > 0 || (isSearchable && (found.isError || (found.isSuccess && empty !== undefined)));
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const item = items[Number(key)];
        if (item !== undefined) onChange(item.text, item);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          autoComplete="off"
          spellCheck={false}
          rightSection={found.isFetching && isOpen ? <Loader size={14} /> : undefined}
          onChange={(event) => {
            onChange(event.currentTarget.value, undefined);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => {
            if (isListable) combobox.openDropdown();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            onLeave?.();
          }}
          onPaste={(event) => {
            if (onPasteText?.(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <Combobox.Options mah={300} className="scrolled" aria-label={list}>
          {items.map(({ text: name, note }, index) => (
            <Combobox.Option key={`${name} ${note}`} value={String(index)}>
              <bdi>{name}</bdi>
              {note === undefined ? null : <span className="small">{note}</span>}
            </Combobox.Option>
          ))}
          {found.isError ? <Combobox.Empty>{describeError(found.error).title}</Combobox.Empty> : null}
          {items.length === 0 && !found.isError ? <Combobox.Empty>{empty}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface PlaceFieldProps extends FieldProps {
  readonly isCityOnly?: boolean;
  /** @param place undefined while the text is not a city or ZIP code from the list */
  onChange(text: string, place: SuggestedPlace | undefined): void;
  onLeave?(): void;
}

export function PlaceField({ isCityOnly = false, onChange, ...props }: PlaceFieldProps) {
  const { client } = useSession();
  return (
    <SuggestField<Suggestion & { readonly place?: SuggestedPlace }>
      {...props}
      list="Places"
      scope={[String(isCityOnly)]}
      search={async (text, signal) => {
        const [places, terminals] = await Promise.all([
          client.places.search({ query: text, limit: MAX_SUGGESTIONS }, { signal }),
          isCityOnly
            ? undefined
            : client.terminals.search({ query: text, limit: MAX_SUGGESTIONS }, { signal }),
        ]);
        const cities = places.map((place) => ({ text: place.text, place }));
        const found = terminals?.items ?? [];
        return [...portsOf(found), ...found.slice(0, 5).map(suggestionOf), ...cities].slice(
          0,
          2 * MAX_SUGGESTIONS,
        );
      }}
      onChange={(text, item) => onChange(text, item?.place)}
    />
  );
}

const suggestionOf = ({ name, city, state, type }: Terminal) => ({
  text: name,
  note: `${[city, state].filter(Boolean).join(', ')} · ${type} terminal`,
});

/** The ports of terminals, if several of the same port match. */
const portsOf = (terminals: readonly Terminal[]): readonly Suggestion[] =>
  [...new Map(terminals.map((terminal) => [terminal.locode, terminal])).values()]
    .filter(({ locode }) => locode !== '' && terminals.filter((other) => other.locode === locode).length > 1)
    .map(({ locode, group, portCity }) => ({ text: locode, note: `Port: ${group || portCity}` }));

interface ChosenTerminal {
  readonly name: string;
  /** undefined while the text names no terminal that was chosen. */
  readonly type: TerminalType | undefined;
}

interface TerminalFieldProps {
  readonly label: string;
  readonly value: ChosenTerminal;
  readonly type: TerminalType | undefined;
  readonly near: SuggestedPlace | undefined;
  readonly error: ReactNode;
  onChange(terminal: ChosenTerminal): void;
  onPasteRows(text: string): boolean;
}

const NEAR_MILES = 100;

export function TerminalField({ value, type, near, onChange, onPasteRows, ...props }: TerminalFieldProps) {
  const { client } = useSession();
  const [lat, lng] = near?.coordinates ?? [];
  const place = near === undefined ? {} : { lat, lng, radius: NEAR_MILES };
  return (
    <SuggestField<Suggestion & { readonly type: TerminalType }>
      {...props}
      list="Terminals"
      placeholder="Name, city, state or ZIP"
      value={value.name}
      scope={[type ?? '', near?.text ?? '']}
      isListable={near !== undefined}
      empty={
        near === undefined
          ? 'No terminal matches this text'
          : `No terminal within ${NEAR_MILES} miles of ${near.text} matches`
      }
      search={async (text, signal) => {
        const query = { query: text || undefined, type, ...place, limit: MAX_SUGGESTIONS };
        const { items } = await client.terminals.search(query, { signal });
        return items.map((terminal) => ({ ...suggestionOf(terminal), type: terminal.type }));
      }}
      onChange={(name, item) => onChange({ name, type: item?.type })}
      onPasteText={onPasteRows}
    />
  );
}
