import type { RateResult } from '../api/client.ts';
import { dollars } from '../format/money.ts';
import { miles } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { TextButton } from '../shell/text-button.tsx';
import { ConfidenceBadge } from './confidence-badge.tsx';
import { destinationText } from './destination.ts';
import { equipmentName } from './equipment.ts';

interface RatesTableProps {
  readonly rates: readonly RateResult[];
  readonly selected: number;
  onSelect(index: number): void;
}

/** All priced lanes; a choice shows the details of a lane. */
export const RatesTable = ({ rates, selected, onSelect }: RatesTableProps) => (
  <DataTable
    caption="Rates of all lanes"
    rows={rates.map((rate, index) => ({ rate, index }))}
    rowKey={({ index }) => String(index)}
    isSelected={({ index }) => index === selected}
    columns={[
      {
        title: 'Lane',
        isHeader: true,
        cell: ({ rate, index }) => (
          <TextButton isPressed={index === selected} onClick={() => onSelect(index)}>
            <bdi>{rate.origin.terminal}</bdi> to <bdi>{destinationText(rate.destination)}</bdi>
          </TextButton>
        ),
      },
      { title: 'Equipment', cell: ({ rate }) => equipmentName(rate.equipment) },
      { title: 'Distance', isNumber: true, cell: ({ rate }) => miles(rate.analysis.distance) },
      { title: 'Rate', isNumber: true, cell: ({ rate }) => dollars(rate.analysis.suggestedRate) },
      {
        title: '80% range',
        isNumber: true,
        cell: ({ rate }) =>
          `${dollars(rate.analysis.rateRange.min)} to ${dollars(rate.analysis.rateRange.max)}`,
      },
      {
        title: 'Confidence',
        cell: ({ rate }) => <ConfidenceBadge score={rate.analysis.confidenceScore} />,
      },
    ]}
  />
);
