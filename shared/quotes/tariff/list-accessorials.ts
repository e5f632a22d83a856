import * as v from 'valibot';
import { UNSET_TARIFF } from '../../costs/accessorials/own-tariff.ts';
import { comparableName } from '../../costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import type { Account } from '../../platform/account/account.ts';
import { fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import { boundedText } from '../../platform/text/bounded-text.ts';
import type { StrategyStore } from '../strategy/strategy-store.ts';
import { describeTariff } from './describe-tariff.ts';
import type { TariffDocument } from './tariff-document.ts';

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

/** A tariff with the ETag of its version. */
export const answerTariff = (tariff: TariffDocument): Outcome<TariffDocument> => ({
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
