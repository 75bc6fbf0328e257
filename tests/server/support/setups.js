// The setups that follow from a key, written a second time from the pages that describe them: what a program in another
// language has to do. `given` has the games' constants.

/**
 * Whatever a setup asks of chance.
 * @param {{ below(limit: bigint): Promise<bigint> }} luck
 */
export function lots(luck) {
  /** @param {number} limit */
  const below = async (limit) => Number(await luck.below(BigInt(limit)));
  return {
    below,
    async shuffle(cards) {
      for (let place = cards.length - 1; place > 0; place--) {
        const other = await below(place + 1);
        [cards[place], cards[other]] = [cards[other], cards[place]];
      }
      return cards;
    },
    async sample(among, number) {
      return (await this.shuffle([...among])).reverse().slice(0, number);
    },
    async choice(among) {
      return among[await below(among.length)];
    },
    async weighted(among, weights) {
      let rank = await below(weights.reduce((sum, weight) => sum + weight, 0));
      return among[weights.findIndex((weight) => (rank -= weight) < 0)];
    },
  };
}

const times = (list, number) => list.flatMap((one) => Array(number).fill(one));

async function kabaleo(chance, { seats, choices, given }) {
  const inOrder = (letters) => [...letters].sort((a, b) => given.letters.indexOf(a) - given.letters.indexOf(b));
  const colours = inOrder(await chance.sample(given.letters, seats + 2));
  const bases = await chance.shuffle(times(colours, 4));
  const pieces = times(colours, 6);
  if (choices.deal !== "equal") await chance.shuffle(pieces);
  const hands = Array.from({ length: seats }, (_, seat) => inOrder(pieces.filter((_, index) => index % seats === seat)));
  return { colours: colours.join(""), bases, hands };
}

const onTop = async (chance, { seats, given }) => ({ colours: await chance.sample(given.colours, seats) });

async function rangees(chance, { given }) {
  const faces = await chance.shuffle([...given.faces]);
  return { faces: Object.fromEntries(given.squares.map((square, index) => [square, faces[index]])) };
}

// ----- Kulami: a place is a list of squares, row * 10 + column

const KINDS = [
  [2, 3, 4],
  [2, 2, 5],
  [1, 3, 4],
  [1, 2, 4],
];

function places([one, other], side) {
  const found = [];
  const shapes = one === other ? [[one, other]] : [[one, other], [other, one]].sort(([a], [b]) => a - b);
  for (const [height, width] of shapes)
    for (let row = 0; row + height <= side; row++)
      for (let column = 0; column + width <= side; column++) {
        const squares = [];
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) squares.push((row + y) * 10 + column + x);
        found.push(squares);
      }
  return found;
}

function beside(squares) {
  const found = new Set();
  for (const square of squares) {
    found.add(square - 10).add(square + 10);
    if (square % 10 > 0) found.add(square - 1);
    if (square % 10 < 9) found.add(square + 1);
  }
  return found;
}

function drawing(laid) {
  const letters = new Map();
  laid.sort(([a], [b]) => a - b);
  for (const [number, squares] of laid.entries())
    for (const square of squares) letters.set(square, String.fromCharCode(97 + number));
  const rows = [...letters.keys()].map((square) => Math.floor(square / 10));
  const columns = [...letters.keys()].map((square) => square % 10);
  const lines = [];
  for (let row = Math.min(...rows); row <= Math.max(...rows); row++) {
    let line = "";
    for (let column = Math.min(...columns); column <= Math.max(...columns); column++)
      line += letters.get(row * 10 + column) ?? ".";
    lines.push(line);
  }
  return lines;
}

async function square(chance) {
  const left = KINDS.map(([, , number]) => number);
  const laid = [];
  const ways = KINDS.flatMap((kind, number) => places(kind, 8).map((squares) => ({ number, squares })));
  const bare = new Set(ways.flatMap(({ squares }) => squares));
  const cover = async () => {
    const next = Math.min(...bare);
    const here = ways.filter(({ squares }) => squares[0] === next);
    const tried = new Set(await chance.shuffle(here.flatMap((way) => Array(left[way.number]).fill(way))));
    for (const { number, squares } of tried) {
      if (!squares.every((one) => bare.has(one))) continue;
      left[number]--;
      laid.push(squares);
      for (const one of squares) bare.delete(one);
      if (!bare.size || (await cover())) return true;
      for (const one of squares) bare.add(one);
      laid.pop();
      left[number]++;
    }
    return false;
  };
  await cover();
  return drawing(laid);
}

async function grown(chance) {
  const plates = await chance.shuffle(KINDS.flatMap((kind) => Array(kind[2]).fill(kind)));
  const huddle = await chance.below(4);
  const laid = [await chance.choice(places(plates.pop(), 10))];
  const covered = new Set(laid[0]);
  const touching = (squares) => [...beside(squares)].filter((one) => covered.has(one)).length;
  while (plates.length) {
    const free = places(plates.pop(), 10).filter((squares) => !squares.some((one) => covered.has(one)));
    const ways = free.filter((squares) => touching(squares));
    if (!ways.length) return null;
    const chosen = await chance.weighted(ways, ways.map((squares) => touching(squares) ** huddle));
    laid.push(chosen);
    for (const one of chosen) covered.add(one);
  }
  return drawing(laid);
}

async function kulami(chance, { choices }) {
  if (choices.board === "random square") return { board: await square(chance) };
  for (;;) {
    const board = await grown(chance);
    if (board) return { board };
  }
}

export const setups = { kabaleo, kulami, on_top: onTop, rangees };
