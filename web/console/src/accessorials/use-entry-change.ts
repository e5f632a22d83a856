import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccessorialTariff } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { changedEntries, type EntryChange } from './own-tariff.ts';

export const TARIFF_KEY = ['accessorials'];

/** Saves a change of one entry, if the tariff is still the version that the page shows. */
export function useEntryChange(tariff: AccessorialTariff) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: EntryChange) =>
      await client.accessorials.replace(
        { accessorials: changedEntries(tariff.accessorials, change), note: change.note },
        { ifVersion: tariff.version },
      ),
    onSuccess: (saved) => {
      queries.setQueryData(TARIFF_KEY, saved);
      void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
    // The page shows the current tariff, also after a save whose answer was lost.
    onError: () => void queries.invalidateQueries({ queryKey: TARIFF_KEY }),
  });
}
