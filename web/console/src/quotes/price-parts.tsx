import type { Quote } from '../api/client.ts';
import { dollars } from '../format/numbers.ts';
import { Notice, TextList } from '../shell/feedback.tsx';
import type { Amount } from '../shell/page.tsx';

/** The accessorials of a price, with a quantity above 1. */
export const chargeAmounts = ({ accessorials }: Pick<Quote['pricing'], 'accessorials'>): readonly Amount[] =>
  accessorials.map(({ title, quantity, amount }) => ({
    name: quantity === 1 ? title : `${title}, ${quantity}`,
    amount: dollars(amount),
  }));

/** What to check in a price before a customer gets it; nothing without a warning. */
export const PriceWarnings = ({ margin, warnings }: Pick<Quote, 'margin' | 'warnings'>) =>
  warnings.length === 0 ? null : (
    <Notice
      {...(margin.amount < 0
        ? { tone: 'red', title: 'This price makes a loss' }
        : { tone: 'yellow', title: 'Check before you send this quote' })}
    >
      <TextList texts={warnings.map((text) => text.replace(/"terminals" lists/, 'The quote lists'))} />
    </Notice>
  );
