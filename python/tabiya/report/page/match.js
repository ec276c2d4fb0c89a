"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PIECES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const BLACK_DISC = { othello: "X", loa: "b" };
const HALF = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½" };
const safe = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const state = { game: 0, ply: 0, flipped: false, timer: 0, shown: [] };

// Positions of a game: the first one, and each move's changes put upon the one before.
function boards(game) {
  if (!game.boards) {
    game.boards = [game.start.split("")];
    for (const change of game.changes) {
      const cells = game.boards[game.boards.length - 1].slice();
      for (let i = 0; i < change.length; i += 2) cells[SQUARES.indexOf(change[i])] = change[i + 1];
      game.boards.push(cells);
    }
  }
  return game.boards;
}

const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1);
const squaresOf = (move) => (move.match(/[a-h][1-8]/g) || []).map(squareOf);
const moverOf = (game, ply) => (game.turn + ply) % 2;

// Chess moves in long notation; the other games write theirs as people do.
function wordsOf(game, ply) {
  const move = game.moves[ply];
  if (game.texts && game.texts[ply]) return game.texts[ply];
  if (data.game !== "chess") return move;
  const [from, to] = squaresOf(move);
  const cells = boards(game)[ply];
  const piece = cells[from].toUpperCase();
  const isCapture = cells[to] !== "." || (piece === "P" && from % 8 !== to % 8);
  const isCastling = piece === "K" && (Math.abs((from % 8) - (to % 8)) > 1 || (isCapture &&
    (cells[to] === cells[to].toUpperCase()) === (cells[from] === cells[from].toUpperCase())));
  if (isCastling) return to % 8 > from % 8 ? "O-O" : "O-O-O";
  const promoted = move[4] ? "=" + move[4].toUpperCase() : "";
  return (piece === "P" ? "" : piece) + move.slice(0, 2) + (isCapture ? "x" : "-") +
    move.slice(2, 4) + promoted;
}

function drawBoard() {
  const game = data.games[state.game];
  const cells = boards(game)[state.ply];
  const marks = state.ply ? squaresOf(game.moves[state.ply - 1]) : [];
  const isTopFirst = (data.game === "othello") !== state.flipped;
  const parts = [], lines = data.game === "chess" ? "" : '<path class="edge" d="' +
    [...Array(9).keys()].map((i) => `M${50 * i} 0V400M0 ${50 * i}H400`).join("") + '"/>';
  for (let square = 0; square < 64; square++) {
    const file = square % 8, rank = square >> 3;
    const x = 50 * (state.flipped ? 7 - file : file), y = 50 * (isTopFirst ? rank : 7 - rank);
    const ground = data.game === "othello" ? "green" : data.game === "loa" ? "wood" :
      (file + rank) % 2 ? "light" : "dark";
    parts.push(`<rect class="${ground}" x="${x}" y="${y}" width="50" height="50"/>`);
    if (marks.includes(square)) parts.push(`<rect class="mark" x="${x}" y="${y}" width="50" height="50"/>`);
    if (x === 0) parts.push(`<text x="3" y="${y + 11}">${rank + 1}</text>`);
    if (y === 350) parts.push(`<text x="${x + 43}" y="397">${"abcdefgh"[file]}</text>`);
    const piece = cells[square];
    if (piece === ".") continue;
    if (data.game === "chess") {
      const colour = piece === piece.toUpperCase() ? "white" : "black";
      parts.push(`<use href="#${colour}-${PIECES[piece.toLowerCase()]}" transform="translate(${x} ${y}) scale(1.11)"/>`);
    } else {
      const colour = piece === BLACK_DISC[data.game] ? "black" : "white";
      parts.push(`<circle class="${colour}" cx="${x + 25}" cy="${y + 25}" r="20"/>`);
    }
  }
  at("board").innerHTML = parts.join("") + lines;
}

function drawSeats() {
  const game = data.games[state.game];
  const names = [game.first, game.second].map((number) => data.players[number]);
  const bottom = state.flipped ? 1 : 0;
  for (const [id, side] of [["below", bottom], ["above", 1 - bottom]]) {
    const toMove = state.ply < game.moves.length && moverOf(game, state.ply) === side;
    at(id).innerHTML = `<i class="${data.sides[side]}"></i><b>${safe(names[side])}</b>` +
      `<span>${toMove ? "to move" : ""}</span>`;
  }
}

// Scores as the first player sees them, squeezed so that a lost game does not hide the rest.
function scoreOf(game, ply) {
  const sign = moverOf(game, ply) === 0 ? 1 : -1;
  if (game.wins[ply] != null) return sign * Math.sign(game.wins[ply] || 1);
  return game.scores[ply] == null ? null : sign * Math.tanh(game.scores[ply] / 400);
}

function drawScores() {
  const game = data.games[state.game];
  const n = Math.max(game.moves.length, 1), width = 400 / n;
  let parts = '<line class="zero" x1="0" x2="400" y1="45" y2="45"/>';
  for (let ply = 0; ply < game.scores.length; ply++) {
    const score = scoreOf(game, ply);
    if (!score) continue;
    const height = 42 * Math.abs(score);
    parts += `<rect class="${score > 0 ? "up" : "down"}" x="${ply * width}" width="${width * 0.9}" ` +
      `y="${score > 0 ? 45 - height : 45}" height="${height}"/>`;
  }
  const x = state.ply * width;
  at("scores").style.display = game.scores.some((s) => s != null) ? "" : "none";
  at("scores").innerHTML = parts + `<line class="now" x1="${x}" x2="${x}" y1="0" y2="90"/>`;
}

function tellThought() {
  const game = data.games[state.game], ply = state.ply - 1;
  const words = [];
  if (ply >= 0 && game.scores.length) {
    const unit = { chess: "pawns", othello: "discs" }[data.game] || "";
    const mover = data.sides[moverOf(game, ply)];
    words.push(data.analysed ? `worth to ${mover}:` : `${mover} says:`);
    if (game.wins[ply] != null) words.push(`${game.wins[ply] > 0 ? "wins" : "loses"} in ${Math.abs(game.wins[ply])} plies`);
    else if (game.scores[ply] != null) words.push(`${(game.scores[ply] / 100).toFixed(2)} ${unit}`);
    if (game.depths[ply] != null) words.push(`depth ${game.depths[ply]}`);
    if (game.nodes[ply] != null) words.push(`${game.nodes[ply].toLocaleString("en")} nodes`);
    if (game.seconds[ply] != null) words.push(`${game.seconds[ply]} s`);
    if (game.better && game.better[ply]) words.push(`better ${game.better[ply]}`);
  }
  at("thought").textContent = words.join(" · ").replace(": ·", ":");
}

function listMoves() {
  const game = data.games[state.game];
  const parts = [];
  game.moves.forEach((_, ply) => {
    if (ply === 0 || moverOf(game, ply) === 0) {
      parts.push(`<li class="number">${Math.floor((ply + game.turn) / 2) + 1}.</li>`);
    }
    if (ply === 0 && game.turn === 1) parts.push("<li>…</li>");
    parts.push(`<li class="move" data-ply="${ply + 1}">${safe(wordsOf(game, ply))}</li>`);
  });
  const end = [HALF[game.result] || "unfinished", game.ending, ...game.faults].filter(Boolean);
  parts.push(`<li class="end">${safe(end.join(", "))}</li>`);
  at("moves").innerHTML = parts.join("");
}

function show() {
  drawBoard(); drawSeats(); drawScores(); tellThought();
  at("moves").querySelector(".now")?.classList.remove("now");
  const move = at("moves").querySelector(`[data-ply="${state.ply}"]`);
  move?.classList.add("now");
  if (move) scrollTo(at("moves"), move);
  else at("moves").scrollTop = 0;
}

// Brings an entry into sight within its list, and leaves the page where it is.
function scrollTo(list, entry) {
  const box = list.getBoundingClientRect(), place = entry.getBoundingClientRect();
  if (place.top < box.top || place.bottom > box.bottom) {
    list.scrollTop += place.top - box.top - box.height / 2;
  }
}

function goTo(ply) {
  state.ply = Math.min(Math.max(ply, 0), data.games[state.game].moves.length);
  if (state.ply === data.games[state.game].moves.length) play(false);
  show();
}

function open(number) {
  play(false);
  state.game = number;
  state.ply = 0;
  listMoves();
  at("games").querySelector(".now")?.classList.remove("now");
  const row = at("games").querySelector(`[data-game="${number}"]`);
  row?.classList.add("now");
  if (row) scrollTo(at("games"), row);
  show();
}

function play(wanted) {
  clearInterval(state.timer);
  state.timer = wanted ? setInterval(() => goTo(state.ply + 1), 600) : 0;
  document.querySelector('[data-step="play"]').textContent = wanted ? "❚❚ pause" : "▶ play";
}

function listGames() {
  const wanted = at("search").value.trim().toLowerCase().split(/\s+/);
  const parts = [];
  state.shown = [];
  data.games.forEach((game, number) => {
    const names = [game.first, game.second].map((player) => data.players[player]);
    const text = `${names.join(" ")} ${game.opening} ${game.ending} ${game.result} ${game.faults.join(" ")}`;
    if (!wanted.every((word) => text.toLowerCase().includes(word))) return;
    state.shown.push(number);
    const more = [game.opening, `${game.moves.length} plies`, game.ending].filter(Boolean).join(" · ");
    parts.push(`<div class="row" data-game="${number}"><span>${number + 1}</span>` +
      `<span>${names.map(safe).join(" – ")}</span><span>${HALF[game.result] || "…"}</span>` +
      `<small>${safe(more)}</small></div>`);
  });
  at("games").innerHTML = parts.join("") || '<p class="note">nothing found</p>';
  at("games").querySelector(`[data-game="${state.game}"]`)?.classList.add("now");
}

const steps = {
  first: () => goTo(0),
  back: () => goTo(state.ply - 1),
  on: () => goTo(state.ply + 1),
  last: () => goTo(Infinity),
  play: () => play(!state.timer),
  flip: () => { state.flipped = !state.flipped; show(); },
  above: () => neighbour(-1),
  below: () => neighbour(1),
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play", f: "flip",
  ArrowUp: "above", ArrowDown: "below",
};

function neighbour(step) {
  const place = state.shown.indexOf(state.game) + step;
  if (place >= 0 && place < state.shown.length) open(state.shown[place]);
}

function isInView(element) {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < window.innerHeight;
}

function follow() {
  const found = /^#game-(\d+)$/.exec(location.hash);
  if (!found || found[1] < 1 || found[1] > data.games.length) return;
  open(found[1] - 1);
  at("replay").scrollIntoView({ behavior: "smooth" });
}

function addReplay() {
  const n = data.games.length;
  at("shown").textContent = n < data.total ? `the first ${n} of ${data.total} games` : "";
  if (!n) { at("replay").remove(); return; }
  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, button") && event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    if (event.target.matches("input") || !isInView(at("board"))) return;
    event.preventDefault();
    steps[step]();
  });
  document.querySelectorAll("[data-step]").forEach((button) => {
    button.addEventListener("click", () => steps[button.dataset.step]());
  });
  at("moves").addEventListener("click", (event) => {
    const ply = event.target.dataset.ply;
    if (ply) goTo(Number(ply));
  });
  at("games").addEventListener("click", (event) => {
    const row = event.target.closest("[data-game]");
    if (row) open(Number(row.dataset.game));
  });
  at("scores").addEventListener("click", (event) => {
    const box = at("scores").getBoundingClientRect();
    goTo(Math.ceil(((event.clientX - box.left) / box.width) * data.games[state.game].moves.length));
  });
  at("search").addEventListener("input", listGames);
  window.addEventListener("hashchange", follow);
  listGames();
  open(0);
  follow();
}

// A line and a few words where the reader points at a chart.
function addHover(chart) {
  const points = JSON.parse(chart.dataset.hover);
  chart.insertAdjacentHTML("beforeend", '<g class="hover"></g>');
  const layer = chart.querySelector(".hover"), paper = chart.viewBox.baseVal;
  chart.addEventListener("pointermove", (event) => {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * paper.width;
    const near = points.reduce((best, p) => (Math.abs(p[0] - x) < Math.abs(best[0] - x) ? p : best));
    const side = near[0] > paper.width / 2 ? ["end", -8] : ["start", 8];
    layer.innerHTML = `<line class="cursor" x1="${near[0]}" x2="${near[0]}" y1="12" y2="${paper.height - 30}"/>` +
      `<circle class="dot" cx="${near[0]}" cy="${near[1]}" r="5"/>` +
      `<text class="told" x="${near[0] + side[1]}" y="24" text-anchor="${side[0]}">${safe(near[2])}</text>`;
  });
  chart.addEventListener("pointerleave", () => { layer.innerHTML = ""; });
}

at("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" :
    matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});
// Shows the diagrams of a section whose words and label are asked for.
function addFilter(section) {
  const [words, label] = section.querySelectorAll("[data-filter]");
  const choose = () => section.querySelectorAll("figure").forEach((figure) => {
    const wanted = words.value.trim().toLowerCase().split(/\s+/);
    const text = figure.textContent.toLowerCase();
    const fits = !label.value || figure.dataset.label === label.value;
    figure.hidden = !(fits && wanted.every((word) => text.includes(word)));
  });
  words.addEventListener("input", choose);
  label.addEventListener("change", choose);
}
document.querySelectorAll("section:has([data-filter])").forEach(addFilter);
document.querySelectorAll("[data-hover]").forEach(addHover);
addReplay();
