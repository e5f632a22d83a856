import type {
  AccountLedger,
  CountResult,
} from '../../../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { createInMemoryAnswers, type InMemoryAnswers } from '../idempotency/in-memory-idempotency-store.ts';

export interface InMemoryLedger extends AccountLedger {
  readonly answers: InMemoryAnswers;
  setOrganization(orgId: string, facts: { billing: boolean; usageLimit: number }): void;
  /** Calls counted in a period. */
  used(orgId: string, mode: string, period: string): number;
}

/** In-memory ledger with the same contract. */
export function createInMemoryLedger(): InMemoryLedger {
  const organizations = new Map<string, { billing: boolean; usageLimit: number }>();
  const counts = new Map<string, number>();
  const answers = createInMemoryAnswers();

  return {
    answers,
    setOrganization: (orgId, facts) => void organizations.set(orgId, facts),
    used: (orgId, mode, period) => counts.get(`${orgId}#${mode}#${period}`) ?? 0,
    async read({ orgId, mode }, period) {
      const organization = organizations.get(orgId);
      if (!organization) return undefined;
      const key = `${orgId}#${mode}#${period}`;
      const countOne = (): CountResult => {
        const used = counts.get(key) ?? 0;
        if (used >= organization.usageLimit) return { counted: false, used };
        counts.set(key, used + 1);
        return { counted: true, used: used + 1 };
      };
      return {
        ...organization,
        used: counts.get(key) ?? 0,
        count: async () => countOne(),
        countAnswered: async (answer) => {
          const { call } = answer;
          const answeredBefore = answers.has(call);
          if (answeredBefore) return { call, answeredBefore };
          const counting = countOne();
          if (counting.counted) answers.remember(answer);
          return counting;
        },
      };
    },
  };
}
