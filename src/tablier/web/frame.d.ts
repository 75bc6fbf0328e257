// What travels between a server and this client, field by field; docs/wire.md says the same in prose. There is nothing
// to run here, and no browser loads it: modules name these types in their comments. Each field is held against what a
// server really sends by tests/server/test_frame_types.py.

/** A table's name: 32 hexadecimal digits. */
export type TableName = string;
/** A seat, counted from 0. */
export type SeatNumber = number;
/** A moment by the server's clock, in milliseconds. */
export type Moment = number;
/** The name of something on the board or beside it, of which paths are made. */
export type TargetName = string;
/** A move as text: the path of its targets, joined by hyphens. */
export type Move = string;

// ----- Sentences

/** A sentence that is said by whoever reads it, in their language. */
export interface Sentence {
  /** The catalogue: a game, or a room of the server. */
  in: string;
  /** The key in that catalogue. */
  say: string;
  /** What the sentence mentions, by name. */
  with: Record<string, Fact>;
}

/** What a sentence may mention. */
export type Fact = Sentence | Drawing | string | number | null | Fact[];

/** A small picture in a sentence; where it cannot be drawn, its name is said. */
export interface Drawing {
  /** A symbol of the drawings of the game in whose catalogue the name is. */
  glyph: string;
  /** A role in that game's palette. */
  colour: string;
  name: Sentence;
}

/** All sentences of one language, by catalogue and key. */
export type Catalogues = Record<string, Record<string, string>>;

// ----- Scenes

/** From the bottom up. */
export type Layer = "board" | "tiles" | "pieces" | "marks" | "labels";

/** Something to draw. What is left out is as usual: at 0, of size 1, not turned, in ink, among the pieces. */
export interface Item {
  /** Its name, stable from one position to the next, so that a change is seen as a movement. */
  id: string;
  /** A symbol of the game's drawings; "text" draws `text`, "polygon" draws `points`. */
  glyph: string;
  x?: number;
  y?: number;
  /** Degrees, clockwise. */
  turn?: number;
  size?: number;
  /** A role in the game's palette. */
  colour?: string;
  layer?: Layer;
  /** What a screen reader says. */
  label?: Sentence;
  /** The corners of a polygon, from its own place. */
  points?: [number, number][];
  text?: string;
  /** On the layer of marks: the kind that it belongs to, shown when asked for. */
  mark?: string;
  /** How far above its place it is drawn, because it stands on others; `y` counts it already. */
  up?: number;
  /**
   * The target that a tap on it means, where that is not its id. Several items may mean the same one; of those that
   * are pieces the last is the one that goes.
   */
  target?: TargetName;
}

/** What lies beside the board: a hand, a tray, a stock. */
export interface Panel {
  id: string;
  title: Sentence;
  width: number;
  height: number;
  /** Whose it is; null if nobody's. */
  seat: SeatNumber | null;
  /** How much larger its pieces are on the board. */
  scale: number;
  /** Of pieces that are all alike, the id of the one that is placed next. */
  next: string | null;
  /** Are its tiles one piece, which lies between two targets and points from the first to the second? */
  carried: boolean;
  items: Item[];
}

/** What is where, in the game's own units. */
export interface Scene {
  width: number;
  height: number;
  items: Item[];
  panels: Panel[];
}

/** A panel that was there before: what of it has changed. */
export interface PanelChange {
  id: string;
  title?: Sentence;
  width?: number;
  height?: number;
  next?: string | null;
  items?: Item[];
  gone?: string[];
}

/** A scene as changes of the one before. */
export interface SceneChange {
  /** Of the board, if its size has changed; then there is a height too. */
  width?: number;
  height?: number;
  /** What is new or has changed, whole. */
  items: Item[];
  /** The ids of what is there no more. */
  gone: string[];
  /** If any changed, all of them in their order: new ones whole. */
  panels?: (Panel | PanelChange)[];
}

// ----- A table

export type Status = "open" | "playing" | "over" | "broken";

/** Who sits somewhere. */
export interface Seat {
  /** The person's name; null for an opponent, or nobody. */
  name: string | null;
  /** The opponent, such as "tablier:3"; null for a person. */
  level: string | null;
  /** May anybody sit down? */
  free: boolean;
  /** Is it free, but for somebody in particular? */
  kept: boolean;
}

/** How time is counted. */
export type ClockKind = NoClock | GameClock | MoveClock | DaysClock;

export interface NoClock {
  kind: "none";
}

/** So many seconds for the whole game, and some more after each move. */
export interface GameClock {
  kind: "game";
  seconds: number;
  increment: number;
}

/** So many seconds for each move. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** So many days for each move. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Of which match of two games this is which. */
export interface Match {
  id: string;
  game: 1 | 2;
}

/** Who begins: whoever the lot falls on when everybody sits, or whoever sits first. */
export type Begins = "lot" | "seated";

/** Something somebody said at a table. */
export interface Talk {
  /** Null if they are known no more. */
  name: string | null;
  text: string;
  at: Moment;
}

/** What everybody may know of a table, and does not change with every move. */
export interface About {
  game: string;
  status: Status;
  seats: Seat[];
  /** The game's options by name, with their values. */
  options: Record<string, unknown>;
  /** Does the game hide anything from anybody? */
  secret: boolean;
  clock: ClockKind;
  /** Does the table stand in the lobby? */
  listed: boolean;
  /** Do ratings follow from it? */
  rated: boolean;
  match: Match | null;
  /** In the second game of a match: what each seat scored in the first. */
  earlier: number[] | null;
  /** Does a lot decide who begins, once everybody sits, or does whoever sits first? Seat 0 begins. */
  begins: Begins;
  /** The place, counted as people sat down, that the lot fell on: whoever sat there has seat 0. Null without a lot. */
  first: SeatNumber | null;
  /** What was shown of the seed of all draws before the game. */
  commitment: string;
  /** What is shown of the luck that each seat brings; empty while it is awaited, null where none is brought. */
  pledges: (string | null)[];
  /** Ply, seat and level, for each seat that an opponent took over. */
  taken: [number, SeatNumber, string][];
  /** The table of the rematch. */
  again: TableName | null;
  /** Why the table was set aside. */
  trouble: string | null;
  /** What was said last. */
  talk: Talk[];
}

/** The legal moves: a move is the path to an empty branch. */
export interface Tree {
  [target: TargetName]: Tree;
}

/** A move that was made. */
export interface LogEntry {
  /** Who moved; null for a draw. */
  seat: SeatNumber | null;
  /** "~?" is a draw that one may not see. */
  move: Move;
  /** The move in words, without who made it. */
  text: Sentence;
  /** What each seat gained; empty where points are secret. */
  gains: number[];
}

/** The moves from a ply on; those one had from there are taken back. */
export interface Log {
  from: number;
  moves: LogEntry[];
}

/** Where points come from; a line of no points is a remark. */
export interface SheetLine {
  seat: SeatNumber;
  points: number;
  text: Sentence;
  /** The places that brought them. */
  where: TargetName[];
}

/** The clocks at the moment `now`. */
export interface Clock {
  /** Milliseconds of each seat; null for one without a clock. */
  left: (number | null)[];
  /** The seat on turn. */
  running: SeatNumber | null;
  /** When its turn began. */
  since: Moment;
  now: Moment;
}

/** Somebody asks to take moves back. */
export interface Question {
  seat: SeatNumber;
  /** The ply to go back to. */
  to: number;
  agreed: SeatNumber[];
}

/** How a game ended. */
export interface Outcome {
  /** For each seat, from 1; equal ranks share. */
  ranks: number[];
  points: number[];
  /** A key of the game's words, or "resigned", "time", "abandoned". */
  reason: string;
  /** Who resigned, ran out of time or left. */
  seat?: SeatNumber;
  sheet: SheetLine[];
  /** Milliseconds from the first move to the last. */
  lasted: number;
}

/** Where the game stands. */
export interface Standing {
  log: Log;
  /** Whose turn it is; null when nobody's. */
  turn: SeatNumber | null;
  moves: Tree;
  /** What the seat on turn is to do now, in one short line. */
  advice: Sentence | null;
  /** The same at greater length, for whoever asks. */
  more: Sentence | null;
  /** Of each seat; null where one may not know. */
  points: (number | null)[];
  clock: Clock;
  asked: Question | null;
  outcome: Outcome | null;
  sheet: SheetLine[];
}

/** Who is here. */
export interface Presence {
  /** For each seat, since when its person has not been seen; null for those who are here. */
  gone: (Moment | null)[];
  /** How many look on. */
  spectators: number;
  /** Milliseconds of absence after which others may claim; null where nobody may. */
  patience: number | null;
  now: Moment;
}

// ----- Frames: what is sent unasked. Which kind it is, `presence`, `whole` and `scene` tell.

export interface PresenceFrame {
  v: 1;
  table: TableName;
  presence: Presence;
}

interface Numbered {
  v: 1;
  table: TableName;
  /** That of the table's last event. */
  number: number;
  /** A name for all that has happened so far. */
  head: string;
  presence?: undefined;
}

/** Where whoever is sent a whole frame sits. It is sent when a game begins too: a lot may have moved everybody. */
interface Seated {
  /** The seat it is seen from; null for a spectator. */
  seat: SeatNumber | null;
  /** The seats that are one's own. */
  yours: SeatNumber[];
}

/** All that one may know of a game that has begun. */
export interface WholeFrame extends Numbered, Standing, Seated {
  whole: true;
  about: About;
  /** What chance decided openly before play, in the game's own fields. */
  setup: Record<string, unknown>;
  /** The version of the game's rules. */
  rules: number;
  scene: Scene;
}

/** All there is to know of a table where nothing is shown: it waits for players, or was set aside. */
export interface EmptyFrame extends Numbered, Seated {
  whole: true;
  about: About;
  scene?: undefined;
}

/** What is new since the frame before. */
export interface ChangeFrame extends Numbered, Standing {
  whole?: undefined;
  /** If anything of it changed. */
  about?: About;
  scene: SceneChange;
}

/** What is new at a table where nothing is shown. */
export interface EmptyChangeFrame extends Numbered {
  whole?: undefined;
  about?: About;
  scene?: undefined;
}

export type Frame = WholeFrame | EmptyFrame | ChangeFrame | EmptyChangeFrame | PresenceFrame;

// ----- Messages: what is asked on the socket, by verb, besides version and id.

/** At a table. */
export interface AtTable {
  table: TableName;
}

/** At a table, for a seat of one's own. */
export interface AtSeat extends AtTable {
  seat: SeatNumber;
}

export interface WatchMessage extends AtTable {
  /** The seat to watch from; left out, the server finds one. */
  seat?: SeatNumber;
  /** The last number seen. */
  since?: string;
}

export interface SitMessage extends AtSeat {
  /** Is one going to bring luck to the draws? Then the game waits for it. */
  luck?: boolean;
}

export interface MoveMessage extends AtSeat {
  move: Move;
}

export interface AnswerMessage extends AtSeat {
  yes: boolean;
}

export interface PledgeMessage extends AtTable {
  /** A digest of the commitment and one's luck. */
  pledge: string;
}

export interface RevealMessage extends AtTable {
  /** From 32 to 64 hexadecimal digits. */
  luck: string;
}

export interface RematchMessage extends AtTable {
  luck?: boolean;
}

export interface HintMessage extends AtSeat {
  /** A value for every move? */
  all?: boolean;
  /** About an earlier position of a finished game. */
  ply?: number;
}

export interface LookMessage extends AtTable {
  seat?: SeatNumber;
  ply: number;
}

export interface SayMessage extends AtTable {
  text: string;
}

export interface Messages {
  ping: NoFields;
  watch: WatchMessage;
  unwatch: AtTable;
  sit: SitMessage;
  pledge: PledgeMessage;
  reveal: RevealMessage;
  leave: AtSeat;
  play: MoveMessage;
  resign: AtSeat;
  take_back: AtSeat;
  answer: AnswerMessage;
  claim: AtSeat;
  rematch: RematchMessage;
  hint: HintMessage;
  try: MoveMessage;
  look: LookMessage;
  say: SayMessage;
}

export type Verb = keyof Messages;

/** Nothing further. */
export type NoFields = Record<string, never>;

// ----- Answers, by verb, besides version and the id of the message.

/** The number of the table's last event, once it is stored. */
export interface Stored {
  number: number;
}

export interface PingAnswer {
  now: Moment;
}

export interface WatchAnswer {
  number: number;
  /** The seat one watches from; null for a spectator. */
  seat: SeatNumber | null;
  /** The seats that are one's own. */
  yours: SeatNumber[];
}

export interface RematchAnswer {
  again: TableName;
}

export interface HintAnswer {
  thought: Thought;
}

/** How the table would look. */
export interface TryAnswer {
  scene: SceneChange;
  points: (number | null)[];
  /** The move in words. */
  text: Sentence;
}

/** How the table looked. */
export interface LookAnswer {
  ply: number;
  scene: Scene;
  points: (number | null)[];
  sheet: SheetLine[];
  /** The targets of the last move. */
  last: TargetName[];
}

export interface Answers {
  ping: PingAnswer;
  watch: WatchAnswer;
  unwatch: NoFields;
  sit: Stored;
  pledge: Stored;
  reveal: Stored;
  leave: Stored;
  play: Stored;
  resign: Stored;
  take_back: Stored;
  answer: Stored;
  claim: Stored;
  rematch: RematchAnswer;
  hint: HintAnswer;
  try: TryAnswer;
  look: LookAnswer;
  say: Stored;
}

/** What a player thinks of a position. */
export interface Thought {
  /** The best move. */
  move: Move;
  /** Is that certain? */
  exact: boolean;
  /** What is expected to be played. */
  line: Move[];
  /** What moves are worth, the best first. */
  values: Value[];
  /** The reasons. */
  facts: Sentence[];
  /** How far, how much and how long it was thought about. */
  depth: number;
  work: number;
  seconds: number;
  /** The moves in words. */
  told: Told;
  /** The table is meant as it was after this event. */
  number: number;
}

/** The moves of a thought in words, each in the order of its list. */
export interface Told {
  /** The best move. */
  move: Sentence;
  values: Sentence[];
  line: Sentence[];
}

/** What a move is worth to the seat on turn. */
export interface Value {
  move: Move;
  /** The probability to win, draws shared. */
  chance: number;
  /** The lead expected at the end; null where nothing is counted. */
  margin: number | null;
  /** Is it the result of perfect play? */
  exact: boolean;
  /** Then in so many actions from now. */
  plies: number | null;
  /** Is the move no better than this, and maybe worse? */
  bound: boolean;
}

/** Why something was not done. */
export interface Wrong {
  /** The kind of error, such as "Illegal". */
  kind: string;
  text: Sentence;
  /** By HTTP only: the sentence, said. */
  message?: string;
}

// ----- What is found by HTTP.

/** Who one is; null for a stranger. */
export interface Me {
  name: string;
  /** Or only a guest? */
  account: boolean;
}

/** One of the devices where one is signed in. */
export interface SessionAbout {
  id: string;
  begun: Moment;
  /** Its last use, to a day. */
  used: Moment;
  /** Is it the one that asks? */
  this: boolean;
}

/** A game on offer. */
export interface Game {
  name: string;
  title: Sentence;
  /** How much there is to learn before a first game, from 1 to 5. */
  difficulty: number;
  /** How many may play. */
  seats: number[];
  options: Option[];
  /** What is heard when a piece is placed, and when one is taken. */
  sounds: Sounds;
  /** The kinds of marks on its board, in a fixed order. */
  marks: Mark[];
}

/** A kind of marks. */
export interface Mark {
  name: string;
  /** Unless somebody hides it? */
  shown: boolean;
}

export interface Sounds {
  place: Material;
  take: Material;
}

/** What pieces are made of, to the ear. */
export type Material = "wood" | "glass" | "stone" | "tile";

/** A choice before play. */
export interface Option {
  name: string;
  values: OptionValue[];
  default: OptionValue | null;
  /** Can it also be a board, a layout or the like, written or drawn? */
  data: boolean;
  kind: string;
  /** Those of the values that are drawn by lot. */
  random: OptionValue[];
}

export type OptionValue = string | number | boolean;

export interface Level {
  level: number;
  name: Sentence;
  text: Sentence;
  /** who plays it: a name, the same in every language; the face is in faces.js */
  character: string;
  manner: Sentence;
}

export interface Rules {
  markdown: string;
}

export interface Preview {
  scene: Scene;
}

/** What boards of a game are drawn with: rectangles on a grid, or places to pick. */
export type Plan = GridPlan | PicksPlan;

export interface GridPlan {
  /** The option that takes the board. */
  option: string;
  /** Columns and rows. */
  grid: [number, number];
  /** Width, height and how many there are. */
  pieces: [number, number, number][];
  looks: PlanLooks;
  /** What stands for every piece in the text; without it each has a letter. */
  mark?: string;
  /** Are empty rims left out? */
  trim?: boolean;
  /** Left, top, width and height of those laid at first. */
  start: [number, number, number, number][];
}

/** How a board looks while it is drawn: glyphs and roles of the game's own drawings. */
export interface PlanLooks {
  /** The glyph of a piece, around its middle; "{width}" and "{height}" stand for its size. */
  piece: string;
  /** The roles of pieces, one after the other. */
  colours: string[];
  /** What lies on every cell of a piece. */
  cell?: string;
  /** What marks a cell where nothing lies, and its role. */
  ground?: string;
  ground_colour?: string;
  /** The role of what everything lies on. */
  field?: string;
}

export interface PicksPlan {
  option: string;
  grid?: undefined;
  /** What can be picked. */
  names: TargetName[];
  /** What is picked at first. */
  start: TargetName[];
}

/** A game as it would start. */
export interface Sketch {
  setup: Record<string, unknown>;
  options: Record<string, unknown>;
  scene: Scene;
  wrong?: undefined;
}

/** Why it cannot start so. */
export interface SpoiltSketch {
  wrong: Sentence;
}

/** A table in a list. */
export interface TableDigest {
  table: TableName;
  game: string;
  status: Status;
  rated: boolean;
  created: Moment;
  /** When anything last happened there. */
  changed: Moment;
  number: number;
  seats: DigestSeat[];
  clock: ClockKind;
  turn: SeatNumber | null;
  /** How many, draws not counted. */
  moves: number;
  /** Of a game that is over, as in its outcome. */
  ranks: number[] | null;
  points: number[] | null;
  reason: string | null;
  match: Match | null;
  /** The seats that are one's own. */
  yours: SeatNumber[];
}

/** What goes on just now. */
export interface Now {
  /** How many people have looked in lately. */
  people: number;
  /** How many games are played. */
  games: number;
  /** Tables that anybody may find, those with free seats first. */
  listed: TableDigest[];
  /** One's own that go on, those first where it is one's turn. */
  mine: TableDigest[];
}

/** A finished game of somebody. */
export interface ArchivedGame extends TableDigest {
  /** The seats where that somebody sat. */
  theirs: SeatNumber[];
}

export interface ArchiveLeaf {
  games: ArchivedGame[];
  /** Where the next ones begin: to be asked for by `after`. */
  next: string | null;
}

/** Somebody in the list of the strongest. */
export interface Strong {
  /** A name, or an opponent such as "tablier:3". */
  who: string;
  /** Has it a profile? */
  account: boolean;
  /** As people read it. */
  rating: number;
  mu: number;
  sigma: number;
  games: number;
  /** What is sure of the strength. */
  sure: number;
}

/** What everybody may know of somebody with an account. */
export interface Profile {
  name: string;
  since: Moment;
  ratings: ProfileRating[];
  /** By game, of those games that everybody could find. */
  tallies: Record<string, Tally>;
}

export interface ProfileRating {
  game: string;
  rating: number;
  games: number;
  /** From 1: how many are rated higher, and one. */
  place: number;
}

export interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

export interface DigestSeat {
  name: string | null;
  level: string | null;
  free: boolean;
}

export interface NewTable {
  table: TableName;
  /** To the draws of this table. */
  commitment: string;
}

/** A table, to somebody who comes in. */
export interface TableAbout extends About {
  table: TableName;
  number: number;
  /** The seats that are one's own. */
  yours: SeatNumber[];
}

/** Whether the draws of a game were fixed before it. */
export interface Verdict {
  fair: boolean;
  checks: Check[];
}

export interface Check {
  holds: boolean;
  text: Sentence;
}

// ----- What is asked by HTTP, and how it is answered.

export interface Named {
  name: string;
}

export interface Account {
  name: string;
  passphrase: string;
}

export interface Passphrases {
  old: string;
  new: string;
}

/** Who is to sit somewhere: me, whoever comes, somebody beside me at this screen, or an opponent of a level. */
export interface Place {
  who: "me" | "open" | "here" | "opponent";
  /** From 1 to 6, for an opponent and nobody else. */
  level?: number;
  /** What somebody at this screen is called here; left out, one's own name. */
  name?: string;
}

/** A table to be set. */
export interface TableWish {
  game: string;
  seats: Place[];
  /** The game's options, boards included. */
  options?: Record<string, unknown>;
  clock?: ClockKind;
  listed?: boolean;
  rated?: boolean;
  /** Two games, seats swapped, points added? */
  match?: boolean;
  /** "lot" if it is not said; with "seated" the first of the seats begins. */
  begins?: Begins;
  /** Is one going to bring luck to the draws, by the socket? Then the game waits for it. */
  luck?: boolean;
  /** Of this wish: sent twice, it sets one table. */
  key?: string;
}

/** A board to be looked at before play. */
export interface BoardWish {
  game: string;
  seats?: number;
  options?: Record<string, unknown>;
  /** What is drawn by lot follows from it. */
  seed?: string;
}

export interface RecordText {
  /** One line of JSON. */
  record: string;
}

/** What is sent with requests. */
export interface HttpBodies {
  "POST /api/me": Named;
  "PATCH /api/me": Named;
  "POST /api/account": Account;
  "POST /api/account/passphrase": Passphrases;
  "POST /api/session": Account;
  "POST /api/boards": BoardWish;
  "POST /api/tables": TableWish;
  "POST /api/verify": RecordText;
}

export type HttpBody<Request extends string> = Request extends keyof HttpBodies ? HttpBodies[Request] : undefined;

/** What is answered to plain requests. */
export interface HttpAnswers {
  "GET /api/me": Me | null;
  "POST /api/me": Me;
  "PATCH /api/me": Me;
  "DELETE /api/me": NoFields;
  "POST /api/account": Me;
  "POST /api/account/passphrase": NoFields;
  "POST /api/session": Me;
  "GET /api/sessions": SessionAbout[];
  "DELETE /api/sessions": NoFields;
  "DELETE /api/session": NoFields;
  "GET /api/games": Game[];
  "GET /api/levels": Level[];
  "POST /api/boards": Sketch | SpoiltSketch;
  "GET /api/now": Now;
  "GET /api/archive": ArchiveLeaf;
  "GET /api/tables": TableDigest[];
  "GET /api/tables/mine": TableDigest[];
  "GET /api/tables/mine?over=true": TableDigest[];
  "POST /api/tables": NewTable;
  "POST /api/verify": Verdict;
}

/** What is answered to requests that name something. */
export interface NamedAnswers {
  [route: `GET /api/games/${string}/rules/${string}`]: Rules;
  [route: `GET /api/games/${string}/preview`]: Preview;
  [route: `GET /api/games/${string}/plan`]: Plan;
  [route: `GET /api/archive?${string}`]: ArchiveLeaf;
  [route: `GET /api/ratings/${string}`]: Strong[];
  [route: `GET /api/people/${string}`]: Profile;
  [route: `GET /api/tables/${string}`]: TableAbout;
  [route: `DELETE /api/sessions/${string}`]: NoFields;
}

/** The answer to a request, such as "GET /api/games". */
export type HttpAnswer<Request extends string> = Request extends keyof HttpAnswers
  ? HttpAnswers[Request]
  : Request extends keyof NamedAnswers
    ? NamedAnswers[Request]
    : never;
