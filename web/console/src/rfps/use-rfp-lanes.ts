import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RfpDetail } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { useAddressFilter } from '../shell/use-address-filter.ts';
import { laneQuery, readLaneFilter, writeLaneFilter } from './lane-filter.ts';

const DEBOUNCE_MS = 250;
/** A page that is not shown any more is not needed again: results change while lanes are priced. */
const KEPT_MS = 5_000;

/** The page of lanes that the address of the page names, and the same lanes in the version to compare with. */
export function useRfpLanes(rfp: RfpDetail) {
  const { client } = useSession();
  const { rfp_id: id, updated_at: updatedAt } = rfp;
  const [filter, setFilter] = useAddressFilter(readLaneFilter, writeLaneFilter);
  const [origin] = useDebouncedValue(filter.origin, DEBOUNCE_MS, { leading: true });
  const query = laneQuery({ ...filter, origin });
  const lanes = useQuery({
    // Each change of the RFP can change each lane.
    queryKey: ['rfps', 'lanes', id, updatedAt, query],
    queryFn: async ({ signal }) => await client.rfps.lanes(id, query, { signal }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
  const version = rfp.versions.some((earlier) => earlier.version === filter.compare) ? filter.compare : 0;
  const before = useQuery({
    queryKey: ['rfps', 'lanes', id, version, query],
    queryFn: async ({ signal }) => await client.rfps.lanes(id, { ...query, version }, { signal }),
    placeholderData: keepPreviousData,
    enabled: version !== 0,
  });
  const earlier = useMemo(
    () => (version === 0 ? undefined : new Map((before.data?.items ?? []).map((lane) => [lane.index, lane]))),
    [version, before.data],
  );
  return { filter, setFilter, lanes, before, earlier, version };
}
