import * as v from 'valibot';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { PlaceDirectory } from '../geography/places/place.ts';
import type { Account } from '../platform/account/account.ts';
import { ContendedWriteError } from '../platform/dynamodb/contended-write-error.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import { type FieldError, fieldErrors } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import type { TerminalSource } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { contractRateChanged, contractRateInvalid, contractRateNotFound } from './contract-rejections.ts';
import {
  type deletedRateAnswer,
  describeRates,
  READ_ONLY_FIELDS,
  type ReplacedRateAnswer,
  sameTerms,
} from './documents/rate-document.ts';
import type { ContractRate, ContractTerms } from './rate/contract-rate.ts';
import { externalIdentity, parseContractRateId } from './rate/contract-rate-id.ts';
import { rateFields, readContractRate } from './request/read-contract-rate.ts';
import type { StoredContractRate } from './store/dynamodb-contract-items.ts';
import type { ContractRateStore } from './store/dynamodb-contract-rate-store.ts';
import { LANE_FULL, OF_DELETED_CUSTOMER, ofSeveralCustomers } from './write-contract-rates.ts';

export interface ReplaceContractRatePorts {
  readonly rates: Pick<ContractRateStore, 'read' | 'write'>;
  readonly customers: Pick<CustomerMatches, 'idsOf'>;
  readonly places: PlaceDirectory;
  readonly terminals: TerminalSource<TerminalDirectory>;
  readonly now: () => Date;
}

const VERSION = 'must be the version that you read, an integer from 1';

/** Fields of the body. `version` is the version that must be the current one. */
export const replacementFields = v.object({
  ...rateFields,
  version: v.exactOptional(
    optionalField(v.pipe(v.number(VERSION), v.safeInteger(VERSION), v.minValue(1, VERSION))),
  ),
});

const MAX_ATTEMPTS = 4;

/**
 * Replaces the terms of a rate as its next version. Equal terms change nothing, so that a call can be repeated. Without an
 * expected version the last call wins.
 * @throws ContendedWriteError if other calls changed the rate each time.
 */
export function replaceContractRateUseCase(ports: ReplaceContractRatePorts) {
  return async (text: string, body: unknown, caller: Account): Promise<Outcome<ReplacedRateAnswer>> => {
    const sources = { places: ports.places, terminals: await ports.terminals.current() };
    const reading = readContractRate(body, '', sources, { ...READ_ONLY_FIELDS, version: true });
    const expected = v.safeParse(replacementFields.entries.version, Object(body).version);
    const errors: readonly FieldError[] = [
      ...(reading.ok ? [] : reading.errors),
      ...(expected.success ? [] : fieldErrors(expected.issues, 'version')),
    ];
    if (!reading.ok || !expected.success) return reject(contractRateInvalid(errors));
    const { customer } = reading.terms;
    const named = (await ports.customers.idsOf(caller, [customer])).get(customer);
    const warnings = [...reading.warnings, ...(named?.isAmbiguous ? [ofSeveralCustomers(customer)] : [])];
    if (named?.isDeleted) {
      return reject(contractRateInvalid([{ field: 'customer', message: OF_DELETED_CUSTOMER }]));
    }
    const answer = async (rate: ContractRate) => {
      const [document] = await describeRates(ports.customers, caller, [rate]);
      if (document === undefined) throw new Error('A rate has no document');
      return succeed({ rate: document, warnings });
    };
    const rateId = parseContractRateId(text);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = rateId && (await ports.rates.read(caller, rateId));
      if (!before) return reject(contractRateNotFound(text));
      const { rate } = before;
      if (sameTerms(rate, reading.terms)) return answer(rate);
      if (expected.output !== undefined && expected.output !== rate.version) {
        return reject(contractRateChanged(rate.rateId, rate.version));
      }
      const after = nextVersion(before, reading.terms, ports.now());
      const [outcome] = await ports.rates.write(caller, [{ before, after }]);
      if (outcome === 'written') return answer(after.rate);
      const fault = FAULTS[outcome ?? 'changed-meanwhile'];
      if (fault) return reject(contractRateInvalid([fault]));
    }
    throw new ContendedWriteError('other calls changed the contract rate');
  };
}

const FAULTS: Readonly<Partial<Record<string, FieldError>>> = {
  'identity-taken': { field: 'external_id', message: 'is that of another rate of the customer' },
  'lane-full': { field: 'destination', message: LANE_FULL },
};

function nextVersion(
  { rate, identity, callIdentity }: StoredContractRate,
  terms: ContractTerms,
  now: Date,
): StoredContractRate {
  const { rateId, version } = rate;
  // A rate keeps the identity of the call that created it: a repetition of the call must find it.
  const ofCall = rate.externalId === '' ? identity : callIdentity;
  const external = externalIdentity(terms);
  return {
    rate: { ...terms, rateId, version: version + 1, updatedAt: now.toISOString() },
    identity: external ?? ofCall,
    ...(external === undefined ? {} : { callIdentity: ofCall }),
  };
}

/**
 * Deletes a rate; its versions stay readable.
 * @throws ContendedWriteError if other calls changed the rate each time.
 */
export function deleteContractRateUseCase(rates: Pick<ContractRateStore, 'read' | 'write'>) {
  return async (text: string, caller: Account): Promise<Outcome<v.InferOutput<typeof deletedRateAnswer>>> => {
    const rateId = parseContractRateId(text);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = rateId && (await rates.read(caller, rateId));
      if (!before) return reject(contractRateNotFound(text));
      const [outcome] = await rates.write(caller, [{ before, after: undefined }]);
      if (outcome === 'written') return succeed({ rate: { rate_id: before.rate.rateId, deleted: true } });
    }
    throw new ContendedWriteError('other calls changed the contract rate');
  };
}
