import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { grantedRights } from '../support/granted-rights.ts';
import { describeRights } from './describe-rights.ts';
import { UNPROVEN_RIGHTS } from './unproven-rights.ts';

describeRights('the rights of functions, against all that they did in the tests before', {
  granted: async () => grantedRights(await synthesizeLocal()),
  unproven: UNPROVEN_RIGHTS,
});
