import { Button } from '@mantine/core';
import type { Terminal } from '../api/client.ts';
import { Facts } from '../shell/facts.tsx';
import { Panel } from '../shell/panel.tsx';
import { typeName } from './terminal-type.ts';

interface TerminalDetailProps {
  readonly terminal: Terminal;
  onNear(): void;
}

const text = (value: string) => (value === '' ? 'Not known' : value);

/** Everything that the catalogue knows of a terminal. */
export const TerminalDetail = ({ terminal, onNear }: TerminalDetailProps) => (
  <Panel
    title={terminal.name}
    actions={
      <Button size="xs" variant="default" onClick={onNear}>
        Terminals near it
      </Button>
    }
  >
    <Facts
      facts={[
        ['Type', typeName(terminal.type)],
        ['Port or railroad', text(terminal.group)],
        ['Address', text(terminal.address)],
        ['City', [terminal.city, terminal.state].filter(Boolean).join(', ')],
        ['ZIP code', text(terminal.zip)],
        ['Coordinates', terminal.geolocation.join(', ')],
        ['Other names', text(terminal.aliases.join(', '))],
        ['Cargo', text(terminal.services.join(', '))],
        ['UN/LOCODE', text(terminal.locode)],
        ['SMDG code', text(terminal.smdgCode)],
        ['Principal container terminal', terminal.principal ? 'Yes' : 'No'],
        ['Gate hours', text(terminal.hours)],
      ]}
    />
  </Panel>
);
