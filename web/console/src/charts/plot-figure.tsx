import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from '../styles/parts.module.css';

interface PlotFigureProps {
  /** What the chart shows, for people who do not see it. */
  readonly label: string;
  /** Draws the chart. The function must be the same as long as its data are. */
  draw(width: number): SVGSVGElement | HTMLElement;
  /** The same figures as a table. */
  readonly table: ReactNode;
}

/** A chart as wide as its frame, with its figures as a table. */
export function PlotFigure({ label, draw, table }: PlotFigureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width === 0) return;
    const chart = draw(width);
    // The security policy rejects style elements: the style sheet of this component has their rules.
    for (const style of chart.querySelectorAll('style')) style.remove();
    // Names of marks are for people who write charts; the label of the chart is for readers.
    for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    chart.setAttribute('role', 'img');
    chart.setAttribute('aria-label', label);
    frame.current?.replaceChildren(chart);
  }, [draw, width, label]);
  return (
    <figure className={styles.plotFigure}>
      <div className={styles.plotFrame} ref={frame} />
      <details className={styles.plotDetails}>
        <summary>Show the figures</summary>
        {table}
      </details>
    </figure>
  );
}
