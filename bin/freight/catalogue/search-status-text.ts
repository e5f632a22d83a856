import type { IndexStatus } from '../../../shared/terminals/indexing/index-status.ts';
import type { SearchDomainFacts } from '../connection/search-domain.ts';
import type { SearchStatus } from '../connection/search-status.ts';

const UNKNOWN = 'unknown';

/** The status as lines, each with a label and a value. */
export function searchStatusLines(status: SearchStatus): string[] {
  const lines = status.engine === 'embedded' ? embeddedRows(status) : domainRows(status);
  const widest = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, value]) => `${label.padEnd(widest)}  ${value}`);
}

type Row = readonly [label: string, value: string];
type Of<Engine> = Extract<SearchStatus, { readonly engine: Engine }>;

const embeddedRows = ({ snapshot, table }: Of<'embedded'>): Row[] => [
  ['Search', 'embedded (in memory of each function)'],
  [
    'Snapshot',
    snapshot === undefined ? 'none published' : `version ${snapshot.version}, ${snapshot.count} terminals`,
  ],
  ['Table', `${table.terminals} terminals, ${table.open} open`],
];

function domainRows({ domain, index: status, table }: Of<'opensearch'>): Row[] {
  return [
    ['Search', `OpenSearch, ${domain.name}`],
    [
      'Health',
      [domain.health ?? UNKNOWN, ...(domain.dataNodes === undefined ? [] : [nodes(domain.dataNodes)])].join(
        ', ',
      ),
    ],
    ['Engine version', domain.engineVersion ?? UNKNOWN],
    [
      'Changes',
      domain.inProgress.length === 0 ? 'none in progress' : `${domain.inProgress.join(', ')} in progress`,
    ],
    ['Service software', softwareText(domain)],
    ...(status === undefined ? [] : indexRows(status, domain)),
    ['Table', `${table.terminals} terminals, ${table.open} open`],
    ...domain.unknown.map((call): Row => ['Rejected by AWS', call]),
  ];
}

function indexRows(status: IndexStatus, domain: SearchDomainFacts): Row[] {
  const { alias, index } = status;
  return [
    ['Storage', storageText(status, domain)],
    [
      'Index',
      index === undefined
        ? `${alias} -> none`
        : `${alias} -> ${index.name}, version ${index.version ?? UNKNOWN} (${index.isCurrent ? 'current' : 'outdated'})`,
    ],
    ['Documents', index === undefined ? '0' : `${index.documents} terminals, ${index.openTerminals} open`],
  ];
}

const nodes = (count: number): string => `${count} data ${count === 1 ? 'node' : 'nodes'}`;

function softwareText({ software, name }: SearchDomainFacts): string {
  if (software === undefined) return name.startsWith('http') ? 'none (local node)' : UNKNOWN;
  const { current = UNKNOWN, update } = software;
  if (update === undefined) return `${current}, no update pending`;
  const when = update.automaticallyOn === undefined ? '' : `, automatic from ${update.automaticallyOn}`;
  return `${current}, update to ${update.version} pending (${update.status}${when})`;
}

const GIGABYTE = 1e9;

function storageText({ nodes: all }: IndexStatus, { volumeGb }: SearchDomainFacts): string {
  if (all.length === 0) return UNKNOWN;
  const sum = (of: 'usedBytes' | 'freeBytes') =>
    (all.reduce((bytes, node) => bytes + node[of], 0) / GIGABYTE).toFixed(1);
  const disks = volumeGb === undefined ? '' : `, volume size ${volumeGb} GB`;
  return `${sum('usedBytes')} GB used, ${sum('freeBytes')} GB free on ${nodes(all.length)}${disks}`;
}
