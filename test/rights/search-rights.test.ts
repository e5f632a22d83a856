import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { grantedRights } from '../support/granted-rights.ts';
import { describeRights } from './describe-rights.ts';
import { UNPROVEN_SEARCH_RIGHTS } from './unproven-rights.ts';

describeRights('the rights of functions that ask the search domain, against what they did on a node', {
  granted: async () => {
    const rights = grantedRights(await synthesizeLocal({ opensearch: true }));
    const asking = new Set(
      rights.filter(({ action }) => action.startsWith('es:')).map(({ functionName }) => functionName),
    );
    return rights.filter(({ functionName }) => asking.has(functionName));
  },
  unproven: UNPROVEN_SEARCH_RIGHTS,
});
