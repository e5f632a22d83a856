import { OPERATOR } from '../../../shared/accounts/audit/audit-event.ts';
import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import type { KeyMode } from '../../../shared/platform/account/account.ts';
import { describeTariff } from '../../../shared/quotes/tariff/describe-tariff.ts';
import { readTariff } from '../../../shared/quotes/tariff/read-tariff.ts';
import type { AccessorialDocument, TariffDocument } from '../../../shared/quotes/tariff/tariff-document.ts';
import { tariffPlaces } from '../../../shared/quotes/tariff/tariff-places.ts';
import { toListedTerminal } from '../../../shared/terminals/catalogue/terminal-record.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { knownOrganization } from '../session/org-lookups.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';
import { readJsonFile } from './json-file.ts';

export const showAccessorials = (session: Session, orgId: string, mode: KeyMode): Promise<void> =>
  session.workOnStrategies(async (strategies, provisioning) => {
    await knownOrganization(provisioning, orgId);
    const { tariff = UNSET_TARIFF } = await strategies.current(orgId, mode);
    const document = describeTariff(tariff);
    session.report(document, tariffLines(document));
  });

export async function setAccessorials(
  session: Session,
  orgId: string,
  mode: KeyMode,
  file: string,
): Promise<void> {
  const body = await readJsonFile(file);
  await session.workOnStrategies(async (strategies, provisioning, { store }) => {
    await knownOrganization(provisioning, orgId);
    const reading = readTariff(body, tariffPlaces((await store.all()).map(toListedTerminal)));
    if (!reading.ok) {
      const faults = reading.errors.map(({ field, message }) => `${field} ${message}`);
      throw new CommandFailedError([...faults, 'The tariff was not changed.'].join('\n'));
    }
    const { ok, ...tariff } = reading;
    const change = { ...tariff, updatedAt: provisioning.now().toISOString(), author: OPERATOR };
    const result = await strategies.replaceTariff(orgId, mode, change);
    if (result.outcome === 'changed-meanwhile') {
      throw new CommandFailedError(
        `The tariff was changed at the same time and is now at version ${result.currentVersion}. Run the command again.`,
      );
    }
    const changed = result.outcome === 'replaced';
    const document = describeTariff(result.strategy.tariff ?? UNSET_TARIFF);
    session.report({ ...document, changed }, [
      ...tariffLines(document),
      changed ? 'New quotes use this tariff.' : 'No change: the tariff already has this content.',
    ]);
  });
}

const amountText = ({ amount, percent, tiers, enabled }: AccessorialDocument): string => {
  if (!enabled) return 'off';
  if (amount !== null) return `$${amount}`;
  return percent === null
    ? tiers.map((tier) => `$${tier.amount} from day ${tier.from_day}`).join(', ')
    : `${percent}%`;
};

const tariffLines = ({ version, updated_at, accessorials }: TariffDocument): string[] => [
  version === 0 ? 'version 0 (base tariff)' : `version ${version}, set ${updated_at}`,
  ...tableLines(
    ['name', 'amount', 'unit', 'occasion', 'places', 'days', 'source'],
    accessorials.map((accessorial) => [
      accessorial.name,
      amountText(accessorial),
      accessorial.unit,
      accessorial.occasion,
      [...accessorial.ports, ...accessorial.terminals].join(', '),
      [accessorial.effective_from, accessorial.effective_to].join(' - ').replace(/^ - $/, ''),
      accessorial.source,
    ]),
  ),
];
