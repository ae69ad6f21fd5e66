// What the server tells and asks, for all modules of the page: there is nothing to import.
// Made from the Rust types in src/told.rs; do not edit. To make it anew:
// SKIRMISH_BLESS=1 cargo nextest run -p skirmish-viewer --test types

/** Whom the page asks about. */
type ActorAsked = {
  unit: number;
} | {
  seat: boolean;
};

interface ApplyRequest {
  edits: Edit[];
}

/** A small sign: a symbol, a few letters, or both. */
interface Badge {
  color: Color;
  symbol?: string;
  text?: string;
}

interface BadgeLayout {
  radius: number;
  rim: number;
  /** The centres in turn. */
  places: [[number, number], [number, number], [number, number], [number, number]];
  /** How large its symbol and its letters are, in radii. */
  symbol: number;
  text: number;
}

/** A bar that is partly full. */
interface Bar {
  color: Color;
  value: number;
  most: number;
}

interface BarLayout {
  left: number;
  /** Of the first bar. */
  top: number;
  width: number;
  height: number;
  /** Up to the next bar. */
  step: number;
  rim: number;
}

/** Something that can be put on the board. */
interface Brush {
  /** On the button: "wall", "zombie", "medic". */
  name: string;
  /** How it looks there: one of the game's symbols, if it has one. */
  symbol?: string;
  /** Whose it is, if it is a seat's. */
  seat?: number;
}

/** Which buttons lead anywhere. */
interface Can {
  fork: boolean;
  export: boolean;
  edit: boolean;
  private: boolean;
}

interface CapsuleText {
  text: string;
}

/** How one scene becomes the next: what a page needs that has the one before. */
interface Change {
  /** Whole items that are new, and of others the id and what has changed; null takes a key away. Where facts have other values under the same labels, `values` has the new ones by their place. */
  set?: ItemChange[];
  /** Ids that are gone. */
  gone?: string[];
  frame?: [number, number, number, number];
  grid?: Grid;
  sides?: Side[];
  status?: Fact[];
  /** What flares up on the way. */
  effects?: Effect[];
}

interface Chart {
  name: string;
  series: Series[];
}

interface Charts {
  charts: Chart[];
}

/** A colour by its meaning: a name that every palette has. */
type Color = 'ink' | 'faint' | 'paper' | 'ground' | 'ground_line' | 'wall' | 'wall_top' | 'water' | 'plant' | 'wood' | 'good' | 'bad' | 'warn' | 'accent' | 'red' | 'green' | 'blue' | 'yellow' | 'white' | 'black' | `seat${number}`;

interface ConsiderRequest {
  request: number;
  orders: Record<string, unknown>[];
  actor?: ActorAsked;
}

/** How it would stand after some orders, as far as the seat can know. */
interface Considered {
  /** For each order why it would be refused, if it would. */
  verdicts: (Refusal | null)[];
  scene: Scene;
  /** Who could do something more: a unit's number or null for the seat itself, and in how many ways. */
  actors: [number | null, number][];
  /** What the actor who was asked about could do. */
  legal: Record<string, unknown>[];
}

/** It was done. */
interface Done {
  ok: boolean;
}

/** One change. */
type Edit = {
  edit: 'put';
  brush: string;
  x: number;
  y: number;
} | {
  edit: 'erase';
  x: number;
  y: number;
} | {
  edit: 'move';
  from: [number, number];
  to: [number, number];
} | {
  edit: 'set';
  pointer: string;
  value: unknown;
};

interface EditFromRequest {
  frame: number;
}

/** A position as its page sees it. */
interface EditState {
  position: Record<string, unknown>;
  faults: Fault[];
  /** The last position that could be played. */
  scene: Scene | null;
  starts: Starts;
  /** Where it was saved last. */
  saved: string | null;
}

/** Something that flares up between two scenes. */
interface Effect {
  kind: EffectKind;
  from: [number, number];
  /** Where a beam ends; else the same as `from`. */
  to: [number, number];
  color: Color;
  /** What rises. */
  text?: string;
}

type EffectKind = 'beam' | 'burst' | 'ring' | 'rise';

/** What an exported page carries, packed. It is written piece by piece, so a test holds it to this. */
interface EmbeddedReplay {
  session: Session;
  index: MatchIndex;
  /** By "all", or a seat's number. */
  frames: Record<string, FrameRun>;
  log: LogLine[];
  charts: Chart[];
}

/** What bots said for their authors. */
interface Entries {
  entries: PrivateEntry[];
}

/** A label with its value. */
type Fact = [string, string];

/** A failure, in short. */
interface Failure {
  file: string;
  seat: number | null;
  turn: number;
  /** The frame it happened at. */
  frame: number;
  ending: string;
  /** The command that runs it again. */
  rerun: string;
}

interface Failures {
  capsules: Failure[];
}

/** One thing that is wrong with a document. */
interface Fault {
  /** The rulebook's code: `bad_config`, `bad_formula`, `bad_map`, `bad_position`, ... */
  code: string;
  /** Where: a JSON pointer into the document, empty for the whole of it. */
  pointer: string;
  /** What is there and what is allowed. */
  message: string;
}

interface FinishRequest {
  request: number;
  orders: Record<string, unknown>[];
  bot: string;
}

interface ForkRequest {
  frame: number;
  seats: string[];
  /** Commands out of the replay that the person has seen and wants to run. */
  allow?: string[];
}

/** A run of frames: the first whole, the others as differences. */
interface FrameRun {
  from: number;
  first: Scene;
  changes: Change[];
}

/** Where a page is to go. */
interface Goal {
  url: string;
}

/** How cells lie: cell (x, y) of the game is centred at `origin + x * right + y * up`. */
interface Grid {
  kind: GridKind;
  origin: [number, number];
  /** One step in x. */
  right: [number, number];
  /** One step in y. */
  up: [number, number];
}

type GridKind = 'square' | 'hex';

type HandPhase = 'starting' | 'waiting' | 'asked' | 'over';

/** How it stands for the person. */
interface HandState {
  /** Grows with every change. */
  k: number;
  phase: HandPhase;
  seat: number;
  /** What is asked now or was asked last; 0 before that. */
  request: number;
  turn: number;
  turn_phase: string | null;
  /** What was refused of the last answer. */
  rejected: Rejected[];
  /** What the seat was shown. */
  scene: Scene | null;
  last_orders: Record<string, unknown>[];
  /** Where the whole match is shown, once it is over. */
  watch: string | null;
  winner: number | null;
  /** Who won and why, in a sentence. */
  summary: string | null;
  /** Why the match counts for nothing, if it does. */
  void: string | null;
}

/** What a part is painted with. */
type Ink = 'none' | 'tint' | 'shade' | 'light' | {
  color: Color;
};

/** A thing in the picture. */
interface Item {
  /** The same thing in another scene has the same id. Whatever actions can name by number has that number as its id (`"12"`); anything else begins with a letter (`"c3,4"` for what fills a cell). */
  id: string;
  layer: Layer;
  shape: Shape;
  at: [number, number];
  scale?: number;
  /** Degrees, clockwise on the screen; 0 is as the shape was drawn. */
  angle?: number;
  /** What `Ink::Tint` stands for. */
  tint?: Color;
  opacity?: number;
  /** Short bars above it, as for health. */
  bars?: Bar[];
  /** Small signs on its rim, clockwise from the top right: stunned, poisoned, shielded. */
  badges?: Badge[];
  /** A few letters on it or under it. */
  label?: string;
  /** What it is, when somebody asks: "Zombie 12". Empty: nobody can ask. */
  title?: string;
  /** Everything known about it. */
  facts?: Fact[];
  /** Whose it is. */
  seat?: number;
  /** The cell it stands on, in the game's own coordinates. */
  cell?: [number, number];
}

/** An item that is new, or what has changed of one. For the schema alone: entries are made key by key. */
interface ItemChange {
  id: string;
  /** New values of facts, by their place. */
  values?: Record<string, string>;
  [key: string]: unknown;
}

/** A key for a code. */
interface Key {
  key: string;
}

interface LabelLayout {
  /** The middle of the line. */
  place: [number, number];
  /** Of the letters. */
  size: number;
}

/** Layers are painted one above the other. The lower three hardly ever change, and drawers keep them. */
type Layer = 'ground' | 'terrain' | 'area' | 'floor' | 'unit' | 'top';

/** Lengths are in board units times the item's scale, from its place; the small things do not turn with it. */
interface Layout {
  bars: BarLayout;
  badges: BadgeLayout;
  label: LabelLayout;
  text: TextLayout;
  /** Dash and gap of a dashed line, in widths of the line. */
  dash: [number, number];
}

type LineKind = 'event' | 'rejection' | 'fault';

/** What happened. */
interface Log {
  lines: LogLine[];
}

/** A line of the log. */
interface LogLine {
  /** The frame it is shown with: the one after the step it tells of. */
  step: number;
  kind: LineKind;
  key: string | null;
  text: string;
  about: string[];
  at: [number, number] | null;
  seat: number | null;
}

/** A part of a symbol: like a `Part`, but never changing. */
interface Mark {
  d: string;
  fill?: Ink;
  stroke?: Ink;
  width?: number;
}

/** The index as a page is told it. */
interface MatchIndex {
  steps: number;
  /** Of each frame: the turn and the phase that are due. */
  turn: number[];
  phase: (string | null)[];
  /** Of each step: who gave orders. */
  acted: number[][];
  /** What people jump to: the frame after it, and its kind. */
  keys: [number, string][];
  result: unknown;
  winner: number | null;
  /** Who won and why, in a sentence. */
  summary: string | null;
  scores: number[] | null;
  /** Why the match counts for nothing, if it does. */
  void: string | null;
  /** Whether more may come. */
  live: boolean;
}

type Mode = 'watch' | 'hand' | 'edit';

/** What is new. */
type News = {
  steps: number;
  live: boolean;
} | {
  hand: number;
};

/** Orders that a bot or a goal adds. */
interface Orders {
  orders: Record<string, unknown>[];
}

/** What the inks of a thing are that has one colour. The keys are the names of the inks. */
interface Paint {
  tint: string;
  shade: string;
  light: string;
}

/** Every colour by name, by day and by night. */
interface Palette {
  light: Record<string, Paint>;
  dark: Record<string, Paint>;
}

/** Path data (SVG's `d`, board units, around the thing's place) and how it is painted. */
interface Part {
  d: string;
  fill?: Ink;
  stroke?: Ink;
  /** Of the line, in board units. */
  width?: number;
  dashed?: boolean;
}

/** A thing in a position, for whoever wants to change its values. */
interface Placed {
  pointer: string;
  entry: Record<string, unknown>;
}

interface PlayRequest {
  seats: string[];
  allow?: string[];
}

/** What a seat's bot logged and noted with one answer. */
interface PrivateEntry {
  /** The frame after the answer. */
  step: number;
  seat: number;
  us: number;
  cpu_us: number;
  stderr?: string;
  notes?: unknown;
}

/** A player that starts a program nobody has named: its command comes out of a replay, and is asked about first. */
interface ProgramAsk {
  seat: string;
  command: string;
}

interface RedeemRequest {
  code: string;
}

/** Why something cannot be done. */
interface Refusal {
  reason: string;
  /** In a sentence. */
  why: string;
}

/** An action that was refused. */
interface Rejected {
  index: number;
  reason: string;
  /** The action, if it could be read. */
  action: Record<string, unknown> | null;
  why: string;
}

interface ReplaceRequest {
  position: Record<string, unknown>;
}

interface ResignRequest {
  request: number;
}

/** What somebody may do; each includes those before it. */
type Right = 'watch' | 'play' | 'run';

interface SaveRequest {
  name: string;
}

/** Where a file was written. */
interface Saved {
  path: string;
}

/** One picture. */
interface Scene {
  /** What is to be seen of the board: left, top, width, height in board units. */
  frame: [number, number, number, number];
  grid: Grid;
  /** In the order they are painted inside their layers. No id occurs twice. */
  items: Item[];
  /** The scoreboard, a line for each seat, in the order it is shown. */
  sides: Side[];
  /** What else there is to say: label and value, as ("day", "3 of 28"). */
  status: Fact[];
}

interface SeatInfo {
  name: string;
  player: string | null;
  /** What it calls itself. */
  bot: string | null;
}

/** What a seat was sent. */
interface SeatMessage {
  /** The frame at which it was asked. */
  frame: number;
  request: number | null;
  message: unknown;
}

interface SendRequest {
  request: number;
  orders: Record<string, unknown>[];
}

interface Series {
  seat: number;
  points: [number, number][];
}

/** The first thing a page is told. */
interface Session {
  game: string;
  about: string;
  title: string;
  seats: SeatInfo[];
  hides: boolean;
  symbols: SymbolDrawing[];
  palette: Palette;
  layout: Layout;
  verbs: Verb[];
  bots: string[];
  brushes: Brush[];
  mode: Mode;
  can: Can;
  /** What the key of this tab is good for. */
  right: Right;
  /** The name of the replay file. */
  replay: string | null;
}

/** What a thing looks like. */
type Shape = {
  symbol: string;
} | {
  path: Part;
} | {
  text: {
    text: string;
    /** In board units. */
    size: number;
    ink: Ink;
  };
};

/** A seat on the scoreboard. */
interface Side {
  seat: number;
  color: Color;
  /** The number or word that counts. */
  score: string;
  facts: Fact[];
}

/** Something a verb needs. */
type Slot = {
  cell: {
    x: string;
    y: string;
    label: string;
  };
} | {
  item: {
    key: string;
    label: string;
  };
} | {
  choice: {
    key: string;
    label: string;
  };
};

interface StartRequest {
  map: string;
}

/** What one can begin with. */
interface Starts {
  maps: string[];
}

/** A drawing that is used again and again: parts in a cell from -0.5 to 0.5, painted in order. Angle 0 looks to the right. */
interface SymbolDrawing {
  name: string;
  parts: Mark[];
}

/** How words are drawn, in sizes of their letters. */
interface TextLayout {
  /** Whatever the machine has, or the one that pictures bring along. */
  font: string;
  /** Letters sit on their line: it is lowered by about half their height. */
  drop: number;
  /** The width of the line around letters that keeps them apart from what is behind. */
  halo: number;
}

/** What stands on a cell. */
interface Things {
  things: Placed[];
}

interface TowardRequest {
  request: number;
  orders: Record<string, unknown>[];
  units: number[];
  goal: [number, number];
}

/** What a page is told in place of an answer. */
interface Trouble {
  error: string;
  /** What has to be allowed first. */
  asks?: ProgramAsk[];
}

/** A kind of action, as a person composes it. */
interface Verb {
  /** What the action says for `do`. */
  name: string;
  /** On the button. */
  label: string;
  /** What it does, in one sentence. */
  about: string;
  /** The key that chooses it; no two verbs of a seat share one. */
  key: string;
  /** Whether a unit does it (the action has a `unit`), or the seat itself. */
  unit: boolean;
  /** What has to be said besides, in the order a person is asked for it. */
  slots: Slot[];
  /** Takes its unit to the cell of its first slot: what is done when several units are sent to one goal. */
  walks: boolean;
  /** Nothing may come after it in a list; sent at the end of the turn where the game wants it said. */
  ends: boolean;
}

interface WhyRequest {
  request: number;
  orders: Record<string, unknown>[];
  action: Record<string, unknown>;
}
