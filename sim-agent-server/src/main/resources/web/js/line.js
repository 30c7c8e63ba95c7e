// The page's own line for the server's places: what asks the store waits here for its turn, so that the questions of one page do not turn each other away.

const AT_ONCE = 2; // places that the server has for questions to its store
const waiting = [];
let inside = 0;

function next() {
  while (inside < AT_ONCE && waiting.length > 0) {
    inside++;
    waiting.shift()();
  }
}

/** Runs `ask` when it is its turn, in the order of the calls: a view asks first for what is seen first. One that nobody waits for any more leaves the line. */
export async function inTurn(ask, signal) {
  await new Promise((enter, leave) => {
    waiting.push(enter);
    if (signal) {
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(enter);
        if (at < 0) return;
        waiting.splice(at, 1);
        leave(signal.reason);
      }, { once: true });
    }
    next();
  });
  try {
    if (signal) signal.throwIfAborted();
    return await ask();
  } finally {
    inside--;
    next();
  }
}
