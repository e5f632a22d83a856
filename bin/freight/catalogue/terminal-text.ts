import type { TerminalRecord } from '../../../shared/terminals/catalogue/terminal-record.ts';

export const TERMINAL_LIST_COLUMNS = ['name', 'type', 'city', 'state', 'zip', 'status'];

/** A terminal as a row of the list. */
export const terminalCells = ({ name, type, city, state, zip, status }: TerminalRecord): string[] => [
  name,
  type,
  city,
  state,
  zip,
  status,
];

/** Lines of text that describe a terminal; empty fields have none. */
export function describeTerminal(record: TerminalRecord): string[] {
  const { aliases, formerNames, address, city, state, zip, latitude, longitude, precision } = record;
  return [
    `${record.name}  (${record.id})`,
    `status      ${record.status}, revision ${record.revision} of ${record.updatedAt}, from the ${record.origin}`,
    `type        ${record.type}${record.group === '' ? '' : `, ${record.group}`}`,
    `place       ${[address, city, `${state} ${zip}`].filter((part) => part !== '').join(', ')}`,
    ...(record.services.length === 0 ? [] : [`handles     ${record.services.join(', ')}`]),
    ...(record.port === ''
      ? []
      : [`port        ${record.port}${record.principal ? ', principal container terminal' : ''}`]),
    ...(record.hours === '' ? [] : [`gate hours  ${record.hours}`]),
    `coordinate  ${latitude}, ${longitude} (${precision})`,
    ...(record.portCity === ''
      ? []
      : [`port city   ${record.portCity}${record.portState ? `, ${record.portState}` : ''}`]),
    ...(aliases.length === 0 ? [] : [`aliases     ${aliases.join(' | ')}`]),
    ...formerNames.map(({ name, until }) => `formerly    ${name} (until ${until.slice(0, 10)})`),
    `source      ${record.source}${record.verified ? ', verified' : ''}`,
  ];
}
