import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SuggestedPlace } from '../api/client.ts';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../api/session.tsx';

interface PlaceFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly size?: 'xs';
  /** @param place undefined while the text is not a choice from the list */
  onChange(text: string, place: SuggestedPlace | undefined): void;
  onLeave?(): void;
}

const MAX_SUGGESTIONS = 8;
const DEBOUNCE_MS = 200;

/** A city or a ZIP code with suggestions during typing. Other text stays as it is typed. */
export function PlaceField({
  label,
  description,
  placeholder,
  value,
  error,
  size,
  onChange,
  onLeave,
}: PlaceFieldProps) {
  const { client } = useSession();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text] = useDebouncedValue(value.trim(), DEBOUNCE_MS);
  const isOpen = combobox.dropdownOpened;
  const search = useQuery({
    queryKey: ['places', text],
    queryFn: ({ signal }) => client.places.search({ query: text, limit: MAX_SUGGESTIONS }, { signal }),
    enabled: isOpen && text.length > 1,
    placeholderData: (previous) => previous,
  });
  const places = text.length > 1 ? (search.data ?? []) : [];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        onChange(
          chosen,
          places.find((place) => place.text === chosen),
        );
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          description={description}
          placeholder={placeholder}
          value={value}
          error={error}
          autoComplete="off"
          spellCheck={false}
          {...(size === undefined ? {} : { size })}
          rightSection={search.isFetching && isOpen ? <Loader size={14} /> : undefined}
          onChange={(event) => {
            onChange(event.currentTarget.value, undefined);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            onLeave?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={places.length === 0 && !search.isError}>
        <Combobox.Options aria-label="Places">
          {places.map((place) => (
            <Combobox.Option key={place.text} value={place.text}>
              <bdi>{place.text}</bdi>
            </Combobox.Option>
          ))}
          {search.isError ? <Combobox.Empty>{describeError(search.error).title}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
