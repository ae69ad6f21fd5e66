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

/** One change of many cells. */
type AreaEdit = {
  change: 'clear';
  /** A corner. */
  from: [number, number];
  /** The opposite one. */
  to: [number, number];
} | {
  change: 'paste';
  /** What was copied. */
  clip: Clip;
  /** Where its first cell goes. */
  at: [number, number];
} | {
  change: 'turn';
  /** How. */
  turn: Turn;
  /** Two corners; the whole board without them. */
  area?: [[number, number], [number, number]];
  /** Whether things change their owners. */
  swap: boolean;
} | {
  change: 'mirror';
  /** The half that stays. */
  keep: Half;
  /** Turned by half a turn instead of mirrored. */
  turned: boolean;
  /** Whether the image belongs to the other side. */
  swap: boolean;
};

/** A small sign: a symbol, a few letters, or both. */
interface Badge {
  /** The disc. */
  color: Color;
  /** One of the game's symbols. */
  symbol?: string;
  /** A few letters. */
  text?: string;
}

/** Where badges are drawn. */
interface BadgeLayout {
  /** The disc's radius. */
  radius: number;
  /** The outline around the disc. */
  rim: number;
  /** The centres of the first badge, the second and so on. */
  places: [[number, number], [number, number], [number, number], [number, number]];
  /** How large its symbol is, in radii. */
  symbol: number;
  /** How large its letters are, in radii. */
  text: number;
}

/** A bar that is partly full. */
interface Bar {
  /** The full part. */
  color: Color;
  /** How full it is. */
  value: number;
  /** When it is full. */
  most: number;
}

/** Where bars are drawn. */
interface BarLayout {
  /** The left end. */
  left: number;
  /** The top of the first bar. */
  top: number;
  /** The whole length, when full. */
  width: number;
  /** How thick a bar is. */
  height: number;
  /** How far the next bar is from the one before. */
  step: number;
  /** The outline around a bar. */
  rim: number;
}

/** An enemy in range that cannot be struck now. */
interface Barred {
  /** The enemy. */
  target: number;
  /** The `do` of the strike. */
  verb: string;
  /** Why not, in a sentence. */
  why: string;
}

/** Something that can be put on the board. */
interface Brush {
  /** The text on its button: "wall", "zombie", "medic". */
  name: string;
  /** The picture on its button: one of the game's symbols, if it has one. */
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
  /** To the other replays of its folder. */
  library: boolean;
}

interface CapsuleText {
  text: string;
}

/** How one scene becomes the next: all that a page needs if it has the scene before. */
interface Change {
  /** New items as a whole; of changed ones the id and what has changed, where null takes a key away. If the labels of the facts are the same, `values` has the new values by their place. */
  set?: ItemChange[];
  /** Ids that are gone. */
  gone?: string[];
  /** The new frame, if it has changed. */
  frame?: [number, number, number, number];
  /** The new grid, if it has changed. */
  grid?: Grid;
  /** The new scoreboard, if it has changed. */
  sides?: Side[];
  /** The new status, if it has changed. */
  status?: Fact[];
  /** The new numbers for the charts, if there are others than before. */
  gauges?: Gauge[];
  /** New values of those that were there: their place, and the value. */
  gauged?: [number, number][];
  /** What to show on the way. */
  effects?: Effect[];
}

interface ChangeRequest {
  change: AreaEdit;
}

interface Chart {
  name: string;
  series: Series[];
}

interface Charts {
  charts: Chart[];
}

/** What was copied, where it was. */
interface Clip {
  /** All cells of it. The first one is where it is held. */
  cells: [number, number][];
  /** What stands on them. */
  things: Clipped[];
  /** What they are made of. */
  tiles: Tile[];
}

/** A thing that was copied. */
interface Clipped {
  /** The key of its list. */
  list: string;
  /** The entry. */
  entry: Record<string, unknown>;
}

/** A colour by its meaning: a name that every palette has. */
type Color = 'ink' | 'faint' | 'paper' | 'ground' | 'ground_line' | 'wall' | 'wall_top' | 'water' | 'plant' | 'wood' | 'good' | 'bad' | 'warn' | 'accent' | 'red' | 'green' | 'blue' | 'yellow' | 'white' | 'black' | `seat${number}`;

interface ConsiderRequest {
  request: number;
  orders: Record<string, unknown>[];
  actor?: ActorAsked;
  /** Units that are asked about together: what some of them could do. */
  group?: number[];
}

/** How things would stand after some orders, as far as the seat can know. */
interface Considered {
  /** For each order, why it would be refused; null if it would not. */
  verdicts: (Refusal | null)[];
  /** What each of them would cost, as "4 actions"; empty where it costs nothing. */
  spent: string[];
  /** What the seat had to spend before them, and what is left of it. */
  purse: Purse[];
  /** The picture of it. */
  scene: Scene;
  /** Who could still act: a unit's number, or null for the seat itself, and the number of its legal actions. */
  actors: [number | null, number][];
  /** The legal actions of the actor that was asked about. */
  legal: Record<string, unknown>[];
  /** What it costs that actor to have something. */
  prices: Price[];
  /** Of the units that were asked about together: the `do` of what some of them could do, and how many of them. */
  able: [string, number][];
}

interface CopyRequest {
  from: [number, number];
  to: [number, number];
}

/** It was done. */
interface Done {
  ok: boolean;
}

/** How far the picture is the position. */
type Drawn = {
  as: 'playable';
} | {
  as: 'faulty';
  /** How many things are pale, because the rules refuse them. */
  pale: number;
  /** The values that the picture does not follow. */
  unread: string[];
} | {
  as: 'before';
};

/** One change of a position. */
type Edit = {
  edit: 'put';
  /** The brush's name. */
  brush: string;
  /** The cell's first coordinate. */
  x: number;
  /** The cell's second coordinate. */
  y: number;
} | {
  edit: 'erase';
  /** The cell's first coordinate. */
  x: number;
  /** The cell's second coordinate. */
  y: number;
} | {
  edit: 'move';
  /** The cell they stand on. */
  from: [number, number];
  /** The cell they are to stand on. */
  to: [number, number];
} | {
  edit: 'set';
  /** Where: a JSON pointer. */
  pointer: string;
  /** The new value. */
  value: unknown;
} | {
  edit: 'remove';
  /** Where: a JSON pointer. */
  pointer: string;
};

interface EditFromRequest {
  frame: number;
}

/** What values may be, as JSON Schemas. */
interface EditSchemas {
  position: Record<string, unknown>;
  config: Record<string, unknown>;
}

/** A position as its page sees it. */
interface EditState {
  position: Record<string, unknown>;
  faults: Fault[];
  /** Of each fault: the cell it is about, if it is about one. */
  places: ([number, number] | null)[];
  scene: Scene | null;
  drawn: Drawn;
  starts: Starts;
  /** Where it was saved last. */
  saved: string | null;
}

/** Something to see for a moment between two scenes. */
interface Effect {
  /** How it looks. */
  kind: EffectKind;
  /** Where it begins. */
  from: [number, number];
  /** Where a beam ends; else the same as `from`. */
  to: [number, number];
  /** Its colour. */
  color: Color;
  /** The text that rises. */
  text?: string;
}

/** How an effect looks. */
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

interface FairnessRequest {
  bot: string;
  pairs: number;
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

/** The match that another one was played on from. */
interface Forked {
  /** Its own name. */
  match: string;
  /** The turn that was due where the new match begins. */
  turn: number;
  /** How many steps of it were played before. */
  step: number;
}

/** A run of frames: the first whole, the others as differences. */
interface FrameRun {
  from: number;
  first: Scene;
  changes: Change[];
}

/** One number of one seat at one moment, for the charts. */
interface Gauge {
  /** The chart it belongs to: "score", "units", "health". */
  chart: string;
  /** The seat's number. */
  seat: number;
  /** The number at this moment. */
  value: number;
}

/** Where a page is to go. */
interface Goal {
  url: string;
}

/** How cells lie: cell (x, y) of the game is centred at `origin + x * right + y * up`. */
interface Grid {
  /** Squares or hexes. */
  kind: GridKind;
  /** The centre of cell (0, 0). */
  origin: [number, number];
  /** One step in x. */
  right: [number, number];
  /** One step in y. */
  up: [number, number];
}

/** The shape of the cells. */
type GridKind = 'square' | 'hex';

/** A half of the board. */
type Half = 'left' | 'right' | 'top' | 'bottom';

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
  /** Which layer it is painted in. */
  layer: Layer;
  /** What it looks like. */
  shape: Shape;
  /** Its place, in board units. */
  at: [number, number];
  /** Its size; 1 is as the shape was drawn. */
  scale?: number;
  /** Degrees, clockwise on the screen; 0 is as the shape was drawn. */
  angle?: number;
  /** What `Ink::Tint` stands for. */
  tint?: Color;
  /** 1 hides what is behind it, 0 cannot be seen. */
  opacity?: number;
  /** Short bars above it, such as health. */
  bars?: Bar[];
  /** Small signs on its rim, clockwise from the top right: stunned, poisoned, shielded. */
  badges?: Badge[];
  /** A few letters on it or under it. */
  label?: string;
  /** What it is called when somebody points at it: "Zombie 12". Empty: it cannot be pointed at. */
  title?: string;
  /** Everything known about it. */
  facts?: Fact[];
  /** Whose it is. */
  seat?: number;
  /** The cell it stands on, in the game's own coordinates. */
  cell?: [number, number];
  /** Helps to find something from afar: it fades as the board is drawn larger. */
  beacon?: boolean;
  /** How far it reaches, shown while it is selected. */
  spans?: Span[];
}

/** A new item, or what has changed about an old one. For the schema alone: entries are made key by key. */
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

/** Where a label is drawn. */
interface LabelLayout {
  /** The middle of the line. */
  place: [number, number];
  /** The size of the letters. */
  size: number;
}

/** The layers, painted in this order. The lower three hardly ever change, so drawers keep them. */
type Layer = 'ground' | 'terrain' | 'area' | 'floor' | 'unit' | 'top';

/** Where the small things on an item go. Lengths are in board units times the item's scale, from its place; small things do not turn with the item. */
interface Layout {
  /** The bars above an item. */
  bars: BarLayout;
  /** The badges on its rim. */
  badges: BadgeLayout;
  /** The label under it. */
  label: LabelLayout;
  /** Words of any kind. */
  text: TextLayout;
  /** Dash and gap of a dashed line, in widths of the line. */
  dash: [number, number];
}

/** A sign and its meaning. */
interface LegendEntry {
  /** What it looks like. */
  sign: Sign;
  /** What it means, in a few words. */
  about: string;
}

/** A file of a library. */
interface LibraryCard {
  name: string;
  /** When it was written last, in milliseconds since 1970. */
  written: number;
  bytes: number;
  /** Another one as soon as the file has changed. */
  stamp: string;
  kind: LibraryKind;
  /** What is wrong with it. */
  why: string | null;
  facts: LibraryFacts | null;
  /** What was found when it was played. */
  seen: LibrarySeen | null;
}

/** How two matches compare. */
interface LibraryComparison {
  /** Where each can be watched. */
  urls: [string, string];
  /** How many turns both have. */
  common: number;
  /** Where they part, if they do. */
  parted: LibraryParted | null;
  /** The turns of both at which other orders were given, and by how many seats. */
  turns: [number, number][];
  /** By seat: at how many turns it gave other orders. */
  by_seat: number[];
}

interface LibraryDeleteRequest {
  names: string[];
}

/** What was deleted. */
interface LibraryDeleted {
  files: string[];
  /** What is still there, and why. */
  left: LibraryLeft[];
}

/** How a match ended, if it did. */
type LibraryEnding = 'running' | 'won' | 'drawn' | 'void' | 'stopped';

/** What the first and the last record of a replay say. */
interface LibraryFacts {
  /** The match's own name; empty in old replays. */
  id: string;
  game: string;
  seats: SeatInfo[];
  steps: number;
  ending: LibraryEnding;
  /** The number of the seat that won. */
  winner: number | null;
  /** Why it ended, as a code of the rulebook. */
  reason: string | null;
  /** Why it counts for nothing, if it does. */
  void: string | null;
  /** By seat, as far as the result tells them. */
  scores: (number | null)[];
  seed: number | null;
  /** The match that it was played on from. */
  forked: Forked | null;
  /** The files whose orders its seats repeat. */
  repeats: string[];
  /** A person plays in it right now: it is shown once it is over. */
  by_hand: boolean;
}

/** Files that belong together, by their names. */
interface LibraryFiles {
  files: string[];
}

type LibraryHow = 'apart' | 'start' | 'orders' | 'chance' | 'length';

type LibraryKind = 'match' | 'unread' | 'damaged' | 'foreign';

interface LibraryLeft {
  name: string;
  why: string;
}

/** What a seat ordered in one match and not in the other. */
interface LibraryOrders {
  seat: number;
  only: [unknown[], unknown[]];
  /** How many more there are that are not told. */
  more: [number, number];
}

/** The first turn at which two matches differ. */
interface LibraryParted {
  turn: number;
  how: LibraryHow;
  /** What was ordered in one of them alone at this turn. */
  orders: LibraryOrders[];
}

interface LibraryRenameRequest {
  name: string;
  to: string;
}

/** What a match is called now, and what else was renamed with it. */
interface LibraryRenamed {
  name: string;
  beside: string[];
}

/** What only playing tells. */
interface LibrarySeen {
  /** The turn at the end, and the same in the words of the game. */
  turn: number;
  moment: string;
  /** Who won and why, in a sentence. */
  summary: string | null;
  /** Where playing it again breaks off, if it does. */
  wrong: string | null;
}

/** What a page is told of a library: all that has changed since it asked last. */
interface LibraryShelf {
  folder: string;
  version: number;
  cards: LibraryCard[];
  /** Names that are there no more. What is among the cards is there again. */
  gone: string[];
  /** How many files nobody has looked at yet. */
  unread: number;
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

/** A standing order. It is carried out turn by turn, each time anew, so it always knows how things stand. */
interface March {
  /** Who goes, in this order. */
  units: number[];
  /** Where to; nobody walks without it. */
  goal?: [number, number];
  /** What comes first, walking or striking. */
  pace: Pace;
}

interface MarchRequest {
  request: number;
  orders: Record<string, unknown>[];
  marches: March[];
}

/** What came of marches this turn. */
interface Marched {
  /** Orders that are accepted one after the other. */
  orders: Record<string, unknown>[];
  /** Who is at the goal now. */
  arrived: number[];
  /** Who can walk, but not closer to the goal. */
  stuck: number[];
}

/** A part of a symbol: a `Part` that never changes. */
interface Mark {
  /** SVG path data. */
  d: string;
  /** The inside. */
  fill?: Ink;
  /** The line. */
  stroke?: Ink;
  /** The line's width, in board units. */
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
  /** What its turns are called, where they are no turns. */
  counted?: string;
  /** Whether more may come. */
  live: boolean;
}

/** What happened since the person gave orders. */
interface Meanwhile {
  story: Story | null;
}

/** How a distance is counted. */
type Metric = 'diamond' | 'square' | 'hex';

type Mode = 'watch' | 'hand' | 'edit' | 'report' | 'library';

/** What is new. */
type News = {
  steps: number;
  live: boolean;
} | {
  hand: number;
};

/** Orders that a bot adds. */
interface Orders {
  orders: Record<string, unknown>[];
}

/** What units on the march do first. */
type Pace = 'go' | 'fight' | 'hold';

/** The inks of a thing that has this colour. The keys are the names of the inks. */
interface Paint {
  /** The colour itself. */
  tint: string;
  /** Darker. */
  shade: string;
  /** Lighter. */
  light: string;
}

/** Every colour by name, by day and by night. */
interface Palette {
  light: Record<string, Paint>;
  dark: Record<string, Paint>;
}

/** Path data (SVG's `d`, board units, around the thing's place) and how it is painted. */
interface Part {
  /** SVG path data. */
  d: string;
  /** The inside. */
  fill?: Ink;
  /** The line. */
  stroke?: Ink;
  /** The line's width, in board units. */
  width?: number;
  /** Whether the line is dashed. */
  dashed?: boolean;
}

/** A thing in a position, for whoever wants to change its values. */
interface Placed {
  /** Where it is in the position: a JSON pointer. */
  pointer: string;
  /** The thing itself. */
  entry: Record<string, unknown>;
}

interface PlayRequest {
  seats: string[];
  allow?: string[];
}

/** What something costs. A click on a cell where it can be had means: have it. */
interface Price {
  /** The `do` of the actions that cost this. */
  verb: string;
  /** Only those with this choice, where prices differ by it. */
  choice: string | null;
  /** The price in words: "20 money". */
  cost: string;
  /** Whether there is enough for it. */
  enough: boolean;
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

/** What a thing reaches for. */
type Purpose = 'range' | 'walk' | 'sight';

/** Something that a seat can spend. */
interface Purse {
  /** What it is: "actions". */
  name: string;
  /** How much of it there was before the orders. */
  had: number;
  /** How much of it is left after them. */
  left: number;
}

/** What a unit can get done this turn. */
interface Reach {
  /** The unit. */
  unit: number;
  /** Where it can be, the fewest orders first. */
  places: Way[];
  /** Enemies that it can strike, the fewest orders first; the last order of each is the strike. */
  strikes: Way[];
  /** Enemies in its range that it cannot strike although it need not come closer. */
  barred: Barred[];
}

interface ReachRequest {
  request: number;
  orders: Record<string, unknown>[];
  unit: number;
}

interface RedeemRequest {
  code: string;
}

/** Why something cannot be done. */
interface Refusal {
  /** The code. */
  reason: string;
  /** The same in a sentence. */
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

interface RematchRequest {
  /** Whether everybody moves on to the next seat. */
  swap: boolean;
  /** Commands that the person has seen and wants to run. */
  allow?: string[];
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
  /** The part of the board to show: left, top, width, height in board units. */
  frame: [number, number, number, number];
  /** How the game's cells lie. */
  grid: Grid;
  /** In the order they are painted inside their layers. No id occurs twice. */
  items: Item[];
  /** The scoreboard, a line for each seat, in the order it is shown. */
  sides: Side[];
  /** What else to say: label and value, such as ("day", "3 of 28"). */
  status: Fact[];
  /** The numbers for the charts. */
  gauges?: Gauge[];
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

/** Something that happened. */
interface SeenLine {
  /** In words. */
  text: string;
  /** The ids of the things it is about, the doer first. */
  about: string[];
  /** Where to look. */
  at: [number, number] | null;
  /** What people care for most: a death, something built. */
  key: string | null;
}

/** A step of a story. */
interface SeenStep {
  /** How the picture changed. */
  change: Change;
  /** What happened, in words. */
  lines: SeenLine[];
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
  /** The rules in short, as Markdown. */
  rules: string;
  symbols: SymbolDrawing[];
  /** What the signs in the pictures mean. */
  legend: LegendEntry[];
  palette: Palette;
  layout: Layout;
  verbs: Verb[];
  bots: string[];
  brushes: Brush[];
  /** Whether the page is to show the board alone, without saying who plays and how it stands. */
  plain?: boolean;
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
    /** The words. */
    text: string;
    /** In board units. */
    size: number;
    /** What they are painted with. */
    ink: Ink;
  };
};

/** A seat on the scoreboard. */
interface Side {
  /** The seat's number. */
  seat: number;
  /** Its colour. */
  color: Color;
  /** The number or word that decides. */
  score: string;
  /** What else is shown beside the score. */
  facts: Fact[];
}

/** A sign by itself. */
type Sign = {
  symbols: {
    /** Their names. */
    names: string[];
    /** In which colour. */
    tint: Color;
  };
} | {
  badge: {
    /** The disc. */
    color: Color;
    /** One of the game's symbols. */
    symbol: string | null;
    /** A few letters. */
    text: string;
  };
} | {
  bar: {
    /** The full part. */
    color: Color;
  };
} | {
  line: {
    /** Its colour. */
    color: Color;
    /** Whether it is dashed. */
    dashed: boolean;
  };
} | {
  area: {
    /** Their colour. */
    color: Color;
  };
};

/** Something a verb needs. */
type Slot = {
  cell: {
    /** The key of the first coordinate. */
    x: string;
    /** The key of the second coordinate. */
    y: string;
    /** What a person is asked for. */
    label: string;
  };
} | {
  item: {
    /** The key of the number. */
    key: string;
    /** What a person is asked for. */
    label: string;
  };
} | {
  choice: {
    /** The key of the value. */
    key: string;
    /** What a person is asked for. */
    label: string;
  };
};

/** How far a thing reaches, for whoever selects it: all cells within a distance, whatever stands between. */
interface Span {
  /** What for. */
  what: Purpose;
  /** The distance, in cells. */
  far: number;
  /** How the distance is counted. */
  shape: Metric;
}

interface StartRequest {
  map: string;
}

/** What one can begin with. */
interface Starts {
  maps: string[];
}

/** The pictures between two turns of a seat, and what is to be said about them. In a game that hides nothing these are all steps that were played. Elsewhere the seat knows no more than what it is sent when it is asked: then there is one step, from one turn of the seat to the next. */
interface Story {
  /** What the seat was shown when it gave its orders. */
  first: Scene;
  /** How it went on. */
  steps: SeenStep[];
}

/** A drawing for many items: parts in a cell from -0.5 to 0.5, painted in order. At angle 0 it looks to the right. */
interface SymbolDrawing {
  /** What shapes call it by. */
  name: string;
  /** What it is made of, the lowest first. */
  parts: Mark[];
}

/** How words are drawn, in sizes of their letters. */
interface TextLayout {
  /** The first that the machine has; pictures bring one along. */
  font: string;
  /** How far to lower the line so that letters are centred on their place. */
  drop: number;
  /** The width of the line around letters that sets them off from the background. */
  halo: number;
}

/** What stands on a cell. */
interface Things {
  things: Placed[];
}

/** A letter that was copied. */
interface Tile {
  /** Its cell. */
  at: [number, number];
  /** The letter. */
  letter: string;
}

/** How far a trial is, and what it says. */
interface TrialState {
  bot: string;
  /** How many pairs are to be played, and how many were. */
  pairs: number;
  done: number;
  over: boolean;
  /** What came of it. */
  sentence: string | null;
  /** Why nothing came of it. */
  trouble: string | null;
  /** Whether the position is another by now. */
  changed: boolean;
}

/** What a page is told in place of an answer. */
interface Trouble {
  error: string;
  /** What has to be allowed first. */
  asks?: ProgramAsk[];
}

/** How a part of the board is turned. */
type Turn = 'left_right' | 'up_down' | 'half' | 'quarter';

interface TurnedRequest {
  clip: Clip;
  turn: Turn;
  swap: boolean;
}

/** A kind of action, as a person composes it. */
interface Verb {
  /** What the action says for `do`. */
  name: string;
  /** The text on its button. */
  label: string;
  /** What it does, in one sentence. */
  about: string;
  /** The key that chooses it; no two verbs of a seat share one. */
  key: string;
  /** Whether a unit does it (the action has a `unit`), or the seat itself. */
  unit: boolean;
  /** What else the action needs, in the order a person is asked for it. */
  slots: Slot[];
  /** Takes its unit to the cell of its first slot. Used to send several units to one goal. */
  walks: boolean;
  /** Is what a unit does to an enemy. A click on an enemy means it. */
  strikes: boolean;
  /** Must be the last of a list. The page sends it at the end of the turn where the game needs it. */
  ends: boolean;
}

/** Something that can be done, and all orders it takes. They are accepted one after the other. */
interface Way {
  /** The cell: where the unit will be, or where it strikes. */
  cell: [number, number] | null;
  /** Whom it strikes, if the strike names a thing. */
  target: number | null;
  /** The orders. */
  orders: Record<string, unknown>[];
}

interface WhyRequest {
  request: number;
  orders: Record<string, unknown>[];
  action: Record<string, unknown>;
}
