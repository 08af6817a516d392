// Time the Interactive Sudoku Solver: node iss.mjs FOLDER SECONDS, with JSON lines {id, text} on
// standard input. Each answer is a line of JSON: the status, the guesses, and the CPU milliseconds of
// reading, building and searching until uniqueness is proved, in the first run and in the best of six.
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [folder, seconds] = process.argv.slice(2);
globalThis.self = globalThis;
self.VERSION_PARAM = '';
const part = (name) => import(pathToFileURL(path.resolve(folder, 'js', name)).href);
const { SudokuParser } = await part('sudoku_parser.js');
const { SudokuBuilder } = await part('solver/sudoku_builder.js');

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function run(text) {
  const began = cpu();
  const solver = SudokuBuilder.build(
    SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
  let late = false;
  solver.setProgressCallback(() => {
    late = cpu() - began > 1000 * seconds;
    if (late) throw new Error('out of time');
  }, 12);
  let status = 'unknown';
  try {
    status = !solver.nthSolution(0) ? 'none' : solver.nthSolution(1) ? 'multiple' : 'unique';
  } catch (error) {
    if (!late) throw error;
  }
  return { status, ms: cpu() - began, guesses: solver.state().counters.guesses };
}

// Not readFileSync(0): a pipe that has nothing yet ends it with EAGAIN.
const lines = (await text(process.stdin)).trim().split('\n').map((line) => JSON.parse(line));
for (let n = 0; n < 30; n++) {
  try { run(lines[n % lines.length].text); } catch { /* told below */ }
}
for (const { id, text } of lines) {
  try {
    const runs = [];
    for (let n = 0; n < 6 && !(runs.length && runs.at(-1).ms > 2000); n++) runs.push(run(text));
    const best = runs.reduce((a, b) => (a.ms <= b.ms ? a : b));
    console.log(JSON.stringify({ id, first: runs[0].ms, best: best.ms,
      status: best.status, guesses: best.guesses }));
  } catch (error) {
    console.log(JSON.stringify({ id, error: String(error).slice(0, 200) }));
  }
}
