import { describeAccountLedger } from '../../../contract/accounts/usage/account-ledger-contract.ts';
import { describeKeyedCounting } from '../../../contract/accounts/usage/keyed-counting-contract.ts';
import { createInMemoryLedger } from './in-memory-account-ledger.ts';

const ledger = createInMemoryLedger();
const underTest = () => ({
  ledger,
  answers: ledger.answers,
  addOrganization: async (orgId: string, facts: { billing: boolean; usageLimit: number }) =>
    ledger.setOrganization(orgId, facts),
});

describeAccountLedger('in memory', underTest);
describeKeyedCounting('in memory', underTest);
