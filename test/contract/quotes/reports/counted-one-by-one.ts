import type { NewQuote, QuoteOutcome } from '../../../../shared/quotes/record/stored-quote.ts';
import type { ReportGroup } from '../../../../shared/quotes/reports/quote-report.ts';
import { plain } from '../../../support/plain-name.ts';

/** A stored quote with its present outcome. */
export interface ReportedQuote extends Pick<NewQuote, 'quoteId' | 'summary' | 'figures'> {
  /** YYYY-MM */
  readonly month: string;
  readonly outcome: QuoteOutcome;
}

function averageOf(quotes: readonly ReportedQuote[], part: 'margin' | 'spread') {
  if (quotes.length === 0) return null;
  let [cents, whole] = [0, 0];
  for (const { figures } of quotes) {
    cents += part === 'margin' ? figures.marginCents : figures.spreadCents;
    whole += part === 'margin' ? figures.marginCostCents : figures.marketCents;
  }
  return {
    amount: Math.round(cents / quotes.length) / 100,
    percent: whole === 0 ? 0 : Math.round((cents * 10_000) / whole) / 100,
  };
}

function figuresOf(quotes: readonly ReportedQuote[]) {
  const counted = quotes.filter(({ outcome }) => outcome !== 'superseded');
  const won = quotes.filter(({ outcome }) => outcome === 'won');
  const lost = quotes.filter(({ outcome }) => outcome === 'lost');
  return {
    quotes: counted.length,
    won: won.length,
    lost: lost.length,
    superseded: quotes.length - counted.length,
    win_rate:
      won.length + lost.length === 0
        ? null
        : Math.round((won.length * 10_000) / (won.length + lost.length)) / 100,
    average_margin: averageOf(counted, 'margin'),
    average_margin_won: averageOf(won, 'margin'),
    spread_to_market: averageOf(counted, 'spread'),
    spread_to_market_won: averageOf(won, 'spread'),
  };
}

/** The report, from each quote. Names of customers are in lower case and without accents. */
export function countedOneByOne(quotes: readonly ReportedQuote[], groupBy: ReportGroup) {
  const nameOf = ({ month, summary, figures }: ReportedQuote) =>
    ({ month, customer: plain(summary.customer), lane: figures.lane, equipment: figures.equipment })[groupBy];
  const names = [...new Set(quotes.map(nameOf))].sort();
  const rows = names.map((key) => ({ key, ...figuresOf(quotes.filter((quote) => nameOf(quote) === key)) }));
  return { rows, total: figuresOf(quotes) };
}
