// What the modules of the page say to one another. What comes from the server is in types.d.ts, which is generated.

type Point = [number, number];
type ThemeName = keyof Palette;
/** An order, as JSON. */
type Action = Record<string, unknown>;

interface Window {
  /** An exported page carries its match here: base64 of gzipped JSON. */
  SKIRMISH_REPLAY?: string;
}

/** Cells the board marks, arrows it draws, and words it puts beside a unit. */
type MarkStyle = 'legal' | 'later' | 'strike' | 'hunt' | 'build' | 'goal' | 'hover' | 'selected' | 'bad';
interface CellMark {
  cell: Point;
  style: MarkStyle;
}
interface Arrow {
  from: Point;
  to: Point;
  style?: MarkStyle;
  dashed?: boolean;
}
interface UnitNote {
  id: string;
  text: string;
  seat: number;
}
