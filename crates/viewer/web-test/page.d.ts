// What the modules of the page say to one another. What comes from the server is in types.d.ts, which is generated.

type Point = [number, number];
type ThemeName = keyof Palette;
/** An order, as JSON. */
type Action = Record<string, unknown>;

interface Window {
  /** An exported page carries its match here: base64 of gzipped JSON. */
  SKIRMISH_REPLAY?: string;
  /** A report carries its numbers and its games here, packed the same way. */
  SKIRMISH_REPORT?: string;
  SKIRMISH_GAMES?: { games: Record<string, { packed: string; frame: number }>; left_out: number };
}

/** What somebody has chosen on a report. */
interface ReportChoices {
  side: number | null;
  marked: Set<number>;
  sorted: Map<string, { column: number; turned: boolean }>;
}

/** A page of games, as the server of a report lists them (crates/league/src/report/listing.rs). */
interface ReportListing {
  fixtures: { at: number; round: number; nth: number; bots: string[]; games: ReportGame[] }[];
  before: number | null;
}

/** A report, as `skirmish report --json` prints it (crates/league/src/report.rs). */
interface ReportTold {
  game: string;
  format: string;
  seed: number;
  seats: string[];
  at_a_table: number;
  bots: { name: string; player: string }[];
  tested: { bots: [string, string]; verdict: 'better' | 'not_better' | 'undecided'; sentence: string; pairs: number; report: string } | null;
  table: { game: string; fixtures: number; games: number; rows: ReportRow[] };
  matrix: ReportCell[];
  course: { at: number[]; lines: { bot: string; points: (ReportPoint | null)[] }[] };
  endings: {
    turns: { mean: number; min: number; max: number } | null;
    lengths: { from: number; to: number; games: number }[];
    reasons: { reason: string; games: ReportShare; turns: number }[];
    bots: ReportBotEndings[];
  };
  slowest: { bot: string; mean_ms: number; longest_ms: number }[];
  crashiest: { bot: string; failures: ReportShare; faults: number }[];
  trouble: { bot: string; rejected: Record<string, number> }[];
  rivals: { bot: string; nemesis: (ReportScore & { bot: string; fixtures: number; certain: boolean }) | null; next: string | null }[];
  next: { bots: [string, string]; gain: number | null }[];
  surprises: { at: number; number: number; bots: string[]; bits: number; games: ReportGame[] }[];
  faults: { bot: string; kind: string; count: number; at: number; game: number; seat: string; against: string[]; capsule: string | null; replay: string | null }[];
  latency: { worst_ms: number; flagged: number; of: number };
  repeats: { games: number; distinct: number };
  sessions: { began: number; program: string; concurrency: number; sandbox?: string }[];
  failed: { why: string }[];
  torn: number | null;
}
interface ReportRow {
  rank: number | null;
  bot: string;
  number: number;
  elo: number | null;
  error: number | null;
  standing: 'rated' | 'above' | 'below' | 'apart';
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number | null;
  failures: number;
  faults: number;
}
interface ReportScore {
  score: number;
  score_error: number | null;
  interval: [number, number] | null;
}
interface ReportCell extends ReportScore {
  bot: number;
  against: number;
  fixtures: number;
  elo: number | null;
  elo_error: number | null;
  sides: [ReportScore, ReportScore] | null;
}
interface ReportPoint {
  elo: number;
  error: number | null;
}
interface ReportShare {
  count: number;
  of: number;
  share: number;
  low: number;
  high: number;
}
interface ReportBotEndings {
  bot: string;
  won: Record<string, number>;
  drawn: Record<string, number>;
  lost: Record<string, number>;
}
interface ReportGame {
  bots: string[];
  winner: string | null;
  scores: number[];
  reason: string;
  turns: number;
  replay: string | null;
}

/** Cells the board marks, arrows it draws, and words it puts beside a unit. */
type MarkStyle = 'legal' | 'later' | 'strike' | 'hunt' | 'build' | 'goal' | 'hover' | 'selected' | 'bad';
interface CellMark {
  cell: Point;
  style: MarkStyle;
  /** A number or a few letters over it. */
  text?: string;
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
