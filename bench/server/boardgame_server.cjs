// boardgame.io's own server with a game of like size: hands, a bag and a display, two to four seats.
// node boardgame_server.cjs PORT [FOLDER]: in its in-memory storage, or in its storage on disk in that folder.
const { FlatFile, Server } = require('boardgame.io/server');

const cards = (n) => Array.from({ length: n }, (_, i) => ({ colour: 'roygbp'[i % 6], value: 1 + (i % 11) }));

const Counters = {
  name: 'counters',
  setup: ({ ctx }) => ({
    bag: cards(132),
    hands: Array.from({ length: ctx.numPlayers }, () => cards(8)),
    columns: Array.from({ length: ctx.numPlayers }, () => ({ r: [], o: [], y: [], g: [], b: [], p: [] })),
    played: 0,
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    bag: G.bag.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, ctx }, at) => {
      const hand = G.hands[Number(ctx.currentPlayer)];
      const counter = hand[at % hand.length];
      const column = G.columns[Number(ctx.currentPlayer)][counter.colour];
      column.push(counter.value);
      if (column.length > 8) column.shift();
      G.played += 1;
    },
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder && new FlatFile({ dir: folder });
Server({ games: [Counters], origins: [/.*/], ...(db && { db }) }).run({ port: Number(port), callback: () => console.log('ready') });
module.exports = { Counters };
