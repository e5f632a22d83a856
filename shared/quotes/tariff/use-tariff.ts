import * as v from 'valibot';
import { authorOf } from '../../accounts/audit/audit-event.ts';
import {
  type ApplicableCharge,
  type OwnAccessorial,
  type OwnTariff,
  UNSET_TARIFF,
} from '../../costs/accessorials/own-tariff.ts';
import { comparableName } from '../../costs/accessorials/requirement-names.ts';
import { type Accessorial, TARIFF } from '../../costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import type { Account, Caller } from '../../platform/account/account.ts';
import { fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import { boundedText } from '../../platform/text/bounded-text.ts';
import type { TerminalSource } from '../../terminals/snapshots/dynamodb-snapshot-store.ts';
import type { StrategyStore } from '../strategy/dynamodb-strategies.ts';
import type { StrategyReplacements } from '../strategy/dynamodb-strategy-replacements.ts';
import { readExpectedVersion } from '../strategy/read-strategy.ts';
import { readTariff, type TariffPlaces } from './read-tariff.ts';
import type { AccessorialDocument, TariffDocument } from './tariff-document.ts';

type Described = Pick<
  ApplicableCharge,
  'name' | 'title' | 'charge' | 'frequency' | 'defaultQuantity' | 'freeTime' | 'occasion' | 'equipment'
>;

function describe({ charge, frequency, ...entry }: Described) {
  const isOfPercent = 'percentOfBase' in charge;
  const tiers = 'tiers' in charge ? charge.tiers : [];
  return {
    name: entry.name,
    title: entry.title,
    amount: 'cents' in charge ? usd(charge.cents) : null,
    percent: isOfPercent ? charge.percentOfBase : null,
    tiers: tiers.map(({ fromDay, cents }) => ({ from_day: fromDay, amount: usd(cents) })),
    unit: isOfPercent ? ('percent' as const) : frequency,
    quantity: entry.defaultQuantity,
    free_time: entry.freeTime ?? 0,
    occasion: entry.occasion,
    equipment_types: [...entry.equipment],
  };
}

const describeBase = (accessorial: Accessorial): AccessorialDocument => ({
  ...describe(accessorial),
  // A fee of terminals applies only at these, not in the whole port.
  ports: accessorial.at?.terminals === undefined ? [...(accessorial.at?.ports ?? [])] : [],
  terminals: [...(accessorial.at?.terminalNames ?? [])],
  ...{ effective_from: '', effective_to: '', enabled: true },
  source: 'default',
  source_text: accessorial.source,
});

const describeOwn = (entry: OwnAccessorial): AccessorialDocument => ({
  ...describe(entry),
  ports: [...(entry.places?.ports ?? [])],
  terminals: entry.places?.terminals.map(({ name }) => name) ?? [],
  effective_from: entry.from ?? '',
  effective_to: entry.to ?? '',
  enabled: entry.enabled,
  source: 'custom',
  source_text: '',
});

/** Equipment for which own entries replace the base entries of a name on every day and everywhere. */
const replacedEquipment = (own: readonly OwnAccessorial[]): readonly EquipmentType[] =>
  own
    .filter(({ places, from, to }) => places === undefined && from === undefined && to === undefined)
    .flatMap(({ equipment }) => equipment);

/** All accessorials that can apply, by name in the order of the base tariff, own ones before those of the base tariff. */
export function describeTariff({ version, updatedAt, accessorials }: OwnTariff): TariffDocument {
  const names = new Set([...TARIFF, ...accessorials].map(({ name }) => name));
  return {
    version,
    updated_at: updatedAt,
    accessorials: [...names].flatMap((name) => {
      const own = accessorials.filter((entry) => entry.name === name);
      const replaced = replacedEquipment(own);
      const base = TARIFF.filter((entry) => entry.name === name).flatMap((entry) => {
        const equipment = entry.equipment.filter((type) => !replaced.includes(type));
        return equipment.length === 0 ? [] : [describeBase({ ...entry, equipment })];
      });
      return [...own.map(describeOwn), ...base];
    }),
  };
}

const MAX_LENGTH = 100;
const EQUIPMENT = `must be one of ${EQUIPMENT_TYPES.join(', ')}`;
const NAME = `must be a text of at most ${MAX_LENGTH} characters`;

export const accessorialsQuery = v.object({
  equipment_type: v.exactOptional(
    v.pipe(
      boundedText(MAX_LENGTH, EQUIPMENT, () => EQUIPMENT),
      v.check((text) => readEquipmentType(text) !== undefined, EQUIPMENT),
    ),
  ),
  name: v.exactOptional(boundedText(MAX_LENGTH, NAME, () => NAME)),
});

const answerTariff = (tariff: TariffDocument): Outcome<TariffDocument> => ({
  ok: true,
  body: tariff,
  headers: { ETag: `"${tariff.version}"` },
});

/** Lists the accessorials that can apply to a caller's moves, by equipment and name if the query has them. */
export function listAccessorialsUseCase(strategies: Pick<StrategyStore, 'current'>) {
  return async (
    query: Readonly<Record<string, string>>,
    { orgId, mode }: Account,
  ): Promise<Outcome<TariffDocument>> => {
    const parsed = v.safeParse(accessorialsQuery, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { equipment_type: text, name } = parsed.output;
    const equipment = text === undefined ? undefined : readEquipmentType(text);
    const { tariff = UNSET_TARIFF } = await strategies.current(orgId, mode);
    const { accessorials, ...document } = describeTariff(tariff);
    return answerTariff({
      ...document,
      accessorials: accessorials.filter(
        (accessorial) =>
          (equipment === undefined || accessorial.equipment_types.includes(equipment)) &&
          (name === undefined || comparableName(accessorial.name) === comparableName(name)),
      ),
    });
  };
}

interface Ports {
  readonly strategies: Pick<StrategyReplacements, 'replaceTariff'>;
  readonly places: TerminalSource<TariffPlaces>;
  readonly now: () => Date;
}

/** Replaces a caller's accessorial tariff; 409 if the current version is not the expected one. */
export function replaceTariffUseCase({ strategies, places, now }: Ports) {
  return async (
    body: unknown,
    ifMatch: string | undefined,
    caller: Caller,
  ): Promise<Outcome<TariffDocument>> => {
    const { errors, ...expected } = readExpectedVersion(ifMatch, 'tariff');
    const reading = readTariff(body, await places.current());
    if (!reading.ok) return reject(invalidParameters([...errors, ...reading.errors]));
    if (errors.length > 0) return reject(invalidParameters(errors));
    const { ok, ...tariff } = reading;
    const result = await strategies.replaceTariff(caller, {
      ...tariff,
      ...expected,
      updatedAt: now().toISOString(),
      author: authorOf(caller),
    });
    if (result.outcome !== 'changed-meanwhile') {
      return answerTariff(describeTariff(result.strategy.tariff ?? UNSET_TARIFF));
    }
    const { currentVersion } = result;
    return reject({
      kind: 'conflict',
      message: `The accessorial tariff has changed. The current version is ${currentVersion}. Read it, then try again.`,
      code: 'TARIFF_CHANGED',
      details: { current_version: currentVersion },
    });
  };
}
