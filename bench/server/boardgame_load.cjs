// Clients of boardgame.io's server over its own protocol (socket.io): node boardgame_load.cjs PORT TABLES SECONDS PACE SETTLED PID
// PACE 0: as fast as it goes; else seconds between two moves of a table. Prints one line of JSON.
const { io } = require('socket.io-client');

const fs = require('fs');
const [port, tables, seconds, pace, settled, pid] = process.argv.slice(2).map(Number);
// Seconds of processor time that the server has used so far.
const used = () => { const f = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(f[11]) + Number(f[12])) / 100; };
const times = [];
let moves = 0;
let counting = false;

// The first to ask for a match makes it: this server creates what does not exist yet.
async function open(n) {
  const players = 2 + (n % 3);
  const table = { matchID: `match-${n}`, players, state: 0, current: 0, sent: 0, waiting: 0, sockets: [] };
  for (let seat = 0; seat < players; seat++) await sit(table, seat);
  return table;
}

function sit(table, seat) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/counters`, { transports: ['websocket'], forceNew: true });
    table.sockets.push(socket);
    socket.on('connect', () => socket.emit('sync', table.matchID, String(seat), undefined, table.players));
    socket.on('sync', (_, info) => { if (info.state) table.state = info.state._stateID; resolve(); });
    const heard = (stateID, current) => {
      if (stateID <= table.state && table.waiting === 0) return;
      if (table.waiting > 0) { table.waiting -= 1; table.next = { stateID, current }; if (table.waiting === 0) done(table); }
    };
    socket.on('update', (_, state) => heard(state._stateID, Number(state.ctx.currentPlayer)));
    socket.on('patch', (_, __, stateID, ops) => {
      const turned = ops.find((op) => op.path === '/currentPlayer' || op.path === '/ctx/currentPlayer');
      heard(stateID, turned ? Number(turned.value) : (table.current + 1) % table.players);
    });
  });
}

function done(table) {
  table.state = table.next.stateID;
  table.current = table.next.current;
  if (counting) { times.push(performance.now() - table.sent); moves += 1; }
  if (pace === 0) move(table);
}

function move(table) {
  if (table.waiting > 0) return;
  table.waiting = table.players;
  table.sent = performance.now();
  const seat = String(table.current);
  const action = { type: 'MAKE_MOVE', payload: { type: 'lay', args: [Math.floor(Math.random() * 8)], playerID: seat } };
  table.sockets[table.current].emit('update', action, table.state, table.matchID, seat);
}

(async () => {
  const all = [];
  for (let n = 0; n < tables; n += 20) all.push(...await Promise.all(Array.from({ length: Math.min(20, tables - n) }, (_, k) => open(n + k))));
  const before = used();
  if (pace === 0) all.forEach(move);
  else all.forEach((table) => setTimeout(() => { move(table); setInterval(() => move(table), pace * 1000); }, Math.random() * pace * 1000));
  await new Promise((r) => setTimeout(r, settled * 1000));
  counting = true;
  await new Promise((r) => setTimeout(r, seconds * 1000));
  counting = false;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null;
  console.log(JSON.stringify({ tables, moves: moves / seconds, p50: at(0.5), p99: at(0.99), before }));
  process.exit(0);
})();
