// What the server sends, as the modules of the page see it. Declared for all of them: there is nothing to import.

type Point = [number, number];
type Fact = [label: string, value: string];
type Ink = 'none' | 'tint' | 'shade' | 'light' | { color: string };
type ThemeName = 'light' | 'dark';
type LayerName = 'ground' | 'terrain' | 'area' | 'floor' | 'unit' | 'top';

interface Part {
  d: string;
  fill?: Ink;
  stroke?: Ink;
  width?: number;
  dashed?: boolean;
}

type Shape = { symbol: string } | { path: Part } | { text: { text: string; size: number; ink: Ink } };

interface SymbolDrawing {
  name: string;
  parts: Part[];
}

interface Bar {
  color: string;
  value: number;
  most: number;
}

interface Badge {
  color: string;
  symbol?: string;
  text?: string;
}

interface Item {
  id: string;
  layer: LayerName;
  shape: Shape;
  at: Point;
  scale?: number;
  angle?: number;
  tint?: string;
  opacity?: number;
  bars?: Bar[];
  badges?: Badge[];
  label?: string;
  title?: string;
  facts?: Fact[];
  seat?: number;
  cell?: Point;
}

interface Grid {
  kind: 'square' | 'hex';
  origin: Point;
  right: Point;
  up: Point;
}

interface Side {
  seat: number;
  color: string;
  score: string;
  facts: Fact[];
}

interface Scene {
  frame: [number, number, number, number];
  grid: Grid;
  items: Item[];
  sides: Side[];
  status: Fact[];
}

interface Effect {
  kind: 'beam' | 'burst' | 'ring' | 'rise';
  from: Point;
  to: Point;
  color: string;
  text?: string;
}

interface Change {
  set?: ({ id: string } & Record<string, unknown>)[];
  gone?: string[];
  frame?: Scene['frame'];
  grid?: Grid;
  sides?: Side[];
  status?: Fact[];
  effects?: Effect[];
}

interface FrameRun {
  from: number;
  first: Scene;
  changes: Change[];
}

type Slot =
  | { cell: { x: string; y: string; label: string } }
  | { item: { key: string; label: string } }
  | { choice: { key: string; label: string } };

interface Verb {
  name: string;
  label: string;
  about: string;
  key: string;
  unit: boolean;
  slots: Slot[];
  walks: boolean;
  ends: boolean;
}

interface Brush {
  name: string;
  symbol?: string;
  seat?: number;
}

interface SeatInfo {
  name: string;
  player: string;
  bot: string | null;
}

interface Session {
  mode: 'watch' | 'hand' | 'edit';
  game: string;
  about: string;
  title: string;
  seats: SeatInfo[];
  hides: boolean;
  symbols: SymbolDrawing[];
  palette: Record<ThemeName, Record<string, string>>;
  verbs: Verb[];
  bots: string[];
  brushes: Brush[];
  can: { fork: boolean; export: boolean; edit: boolean; private: boolean };
  /** What the key of this tab is good for. */
  right: 'watch' | 'play' | 'run';
  replay: string | null;
}

/** A program that would run for a seat, though nobody has named it. */
interface ProgramAsk {
  seat: string;
  command: string;
}

interface MatchIndex {
  steps: number;
  live: boolean;
  turn: number[];
  phase: (string | null)[];
  acted: number[][];
  keys: [frame: number, kind: string][];
  result: unknown;
  winner: number | null;
  reason: string | null;
  scores: number[] | null;
  void: string | null;
}

interface LogLine {
  step: number;
  kind: 'event' | 'rejection' | 'fault';
  key: string | null;
  text: string;
  about: string[];
  at: Point | null;
  seat: number | null;
}

interface Chart {
  name: string;
  series: { seat: number; points: [frame: number, value: number][] }[];
}

interface PrivateEntry {
  step: number;
  seat: number;
  us: number;
  cpu_us: number;
  stderr?: string;
  notes?: unknown;
}

interface SeatMessage {
  frame: number;
  request: number;
  message: unknown;
}

interface Capsule {
  file: string;
  seat: number;
  turn: number;
  frame: number;
  ending: string;
  rerun: string;
}

interface Refusal {
  reason: string;
  why: string;
}

type Action = Record<string, unknown>;

interface HandState {
  k: number;
  phase: 'starting' | 'waiting' | 'asked' | 'over';
  seat: number;
  request: number;
  turn: number;
  turn_phase: string | null;
  rejected: { index: number; reason: string; action: Action; why: string }[];
  scene?: Scene;
  last_orders: Action[];
  watch: string | null;
  result: unknown;
  winner: number | null;
  reason: string | null;
}

interface Considered {
  verdicts: (Refusal | null)[];
  scene: Scene;
  actors: [unit: number | null, ways: number][];
  legal: Action[];
}

interface EditState {
  position: Record<string, unknown>;
  faults: { code: string; pointer: string; message: string }[];
  scene: Scene | null;
  starts: { maps: string[] };
  saved: string | null;
}

/** What an exported page carries inside itself; `packed` is base64 of the same as gzipped JSON. */
interface EmbeddedReplay {
  packed?: string;
  session: Session;
  index: MatchIndex;
  frames: Record<string, { first: Scene; changes: Change[] }>;
  log?: { lines: LogLine[] } | LogLine[];
  charts?: { charts: Chart[] } | Chart[];
}

interface Window {
  SKIRMISH_REPLAY?: EmbeddedReplay | string;
}

/** Cells the board marks, arrows it draws, and words it puts beside a unit. */
type MarkStyle = 'legal' | 'goal' | 'hover' | 'selected' | 'bad';
interface CellMark {
  cell: Point;
  style: MarkStyle;
}
interface Arrow {
  from: Point;
  to: Point;
  style?: MarkStyle;
}
interface UnitNote {
  id: string;
  text: string;
  seat: number;
}
