import { useMantineColorScheme } from '@mantine/core';

export const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export type Scheme = (typeof SCHEMES)[number]['value'];

/** The colors that the person chose; the browser stores the choice. */
export function useScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [colorScheme, setColorScheme];
}
