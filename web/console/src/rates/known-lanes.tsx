import { ActionIcon, Group } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../api/session.tsx';
import { readList, storeList } from '../files/stored-list.ts';
import { TextButton } from '../shell/buttons.tsx';
import { Icon } from '../shell/icon.tsx';
import { equipmentName } from './equipment.ts';
import type { LaneDraft } from './lanes.ts';

export interface KnownLane extends Pick<LaneDraft, 'terminal' | 'destination' | 'equipment'> {
  readonly organization: string;
  readonly isSaved: boolean;
}

const NAME = 'freight-lanes';
const MAX_SAVED = 50;
const MAX_RECENT = 8;

const keyOf = ({ organization, terminal, destination, equipment }: KnownLane): string =>
  JSON.stringify([organization, terminal.name, destination, equipment]);

const readAll = () =>
  readList<KnownLane>(
    NAME,
    (lane) => typeof lane?.terminal?.name === 'string' && typeof lane.destination === 'string',
  );

function writeAll(lanes: readonly KnownLane[]): readonly KnownLane[] {
  const saved = lanes.filter(({ isSaved }) => isSaved).slice(0, MAX_SAVED);
  const kept = [...saved, ...lanes.filter(({ isSaved }) => !isSaved).slice(0, MAX_RECENT)];
  storeList(NAME, kept);
  return kept;
}

/** Lanes that were priced, and those that the person saved, which come first. */
export function useKnownLanes() {
  const { organization } = useSession();
  const [all, setAll] = useState(readAll);
  const put = (lane: KnownLane) =>
    setAll((before) => writeAll([lane, ...before.filter((other) => keyOf(other) !== keyOf(lane))]));
  return {
    lanes: all.filter((lane) => lane.organization === organization.id),
    remember: (lanes: readonly LaneDraft[]) => {
      for (const { terminal, destination, equipment } of lanes) {
        const lane = { organization: organization.id, terminal, destination, equipment, isSaved: false };
        const known = all.find((other) => keyOf(other) === keyOf(lane));
        put(known ?? lane);
      }
    },
    toggle: (lane: KnownLane) => put({ ...lane, isSaved: !lane.isSaved }),
  };
}

interface KnownLanesProps extends Pick<ReturnType<typeof useKnownLanes>, 'lanes' | 'toggle'> {
  onUse(lane: KnownLane): void;
}

export const KnownLanes = ({ lanes, toggle, onUse }: KnownLanesProps) =>
  lanes.length === 0 ? null : (
    <section aria-label="Recent and saved lanes" className="stack">
      <h2>Recent and saved lanes</h2>
      <Group component="ul" className="plain" gap="sm">
        {lanes.map((lane) => {
          const name = `${lane.terminal.name} to ${lane.destination}`;
          return (
            <Group component="li" gap={4} wrap="nowrap" key={keyOf(lane)}>
              <TextButton onClick={() => onUse(lane)}>
                <bdi>{name}</bdi>, {equipmentName(lane.equipment)}
              </TextButton>
              <ActionIcon
                variant="subtle"
                color={lane.isSaved ? 'blue' : 'gray'}
                aria-pressed={lane.isSaved}
                aria-label={`Save the lane ${name}`}
                onClick={() => toggle(lane)}
              >
                <Icon name={lane.isSaved ? 'saved' : 'save'} />
              </ActionIcon>
            </Group>
          );
        })}
      </Group>
    </section>
  );
