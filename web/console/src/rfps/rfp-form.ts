import type { CreateRfpBody } from '../api/client.ts';

export interface RfpForm {
  readonly name: string;
  readonly customer: string;
  readonly reference: string;
  readonly equipment: string;
  /** YYYY-MM-DD; empty = none. */
  readonly start: string;
  readonly end: string;
}

export const EMPTY_FORM: RfpForm = {
  name: '',
  customer: '',
  reference: '',
  equipment: 'container_40',
  start: '',
  end: '',
};

/** What is wrong, by field; {} if the API can decide. */
export const formErrors = ({ name, start, end }: RfpForm): Partial<Record<'name' | 'end', string>> => ({
  ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
  ...(start !== '' && end !== '' && end < start
    ? { end: 'Enter a day that is not before the first day.' }
    : {}),
});

export const requestRfp = ({ name, customer, reference, equipment, start, end }: RfpForm): CreateRfpBody => ({
  name: name.trim(),
  equipment_type: equipment,
  ...(customer.trim() === '' ? {} : { customer: customer.trim() }),
  ...(reference.trim() === '' ? {} : { customer_reference: reference.trim() }),
  ...(start === '' ? {} : { contract_start: start }),
  ...(end === '' ? {} : { contract_end: end }),
});
