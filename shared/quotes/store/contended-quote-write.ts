import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';

export const contendedWrite = () =>
  new ContendedWriteError('other writes of the account came first in every attempt', {
    callerMessage:
      'Too many quotes of this organization are being written at the same moment. Wait for the seconds in Retry-After, then try again.',
  });
