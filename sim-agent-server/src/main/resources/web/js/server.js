// The agent server itself: whether it can do its work, what it stores and refuses, and who asks it.

import * as api from './api.js';
import { el, keyed, setAttribute, setText } from './dom.js';
import { clock, format } from './units.js';

const REFUSED = {
  busy: ['No turn in time', 'Requests answered with 503: too many asked the store at once'],
  time: ['Took too long', 'Requests answered with 413, or cut off: more than 20 s'],
  memory: ['Needed too much memory', 'Requests answered with 413'],
  gone: ['Client left', 'Requests whose client closed its connection before the answer was complete'],
};

const LOGGED = 'Why is in the server\u2019s log';

/** What each card shows: [label, value, unit or null for a text, what it means, whether it is a bad sign]. */
function cardsOf(server) {
  const { ready, store, collectors, queries, memory } = server;
  if (!ready) { // who may see some applications is not told what all of them take
    return [['Server', [
      ['Can do its work', server.status, null, 'Its other figures are for those who may see all applications', server.status !== 'ok'],
      ['Up for', server.uptimeNanos, 'ns', `Version ${server.version}`],
    ]]];
  }
  const failing = ready.lastError || LOGGED;
  const yes = (good) => (good ? 'yes' : 'no');
  return [
    ['Ready', [
      ['Can store', yes(ready.canStore), null, ready.canStore ? 'Batches of collectors are stored' : `The last error: ${failing}`, !ready.canStore],
      ...(ready.canStore && ready.lastError ? [['Wants a look', 'yes', null, ready.lastError, true]] : []),
      ['Hears collectors', yes(ready.listens), null, 'New connections are accepted', !ready.listens],
      ['Can answer', yes(ready.canAnswer), null, ready.answerError || 'Tried every two seconds', !ready.canAnswer],
      ['Disk left', ready.diskFreeBytes, 'bytes', `Stored until it is full; free ${format(ready.diskLeastBytes, 'bytes')} at least`, Number.isFinite(ready.diskFreeBytes) && ready.diskFreeBytes < ready.diskLeastBytes],
      ['Heap in use', memory.heapUsedBytes, 'bytes', `Of ${format(memory.heapMaxBytes, 'bytes')}`],
      ['Up for', server.uptimeNanos, 'ns', `Version ${server.version}`],
    ]],
    ['Store', [
      ['Size', store.bytes, 'bytes', 'The database, its log, and the segments'],
      ['Batches stored', store.batches, 'count', 'Since the server started'],
      ['Batches waiting', store.batchesWaiting, 'count', 'To be stored now'],
      ['Longest wait', store.longestWaitNanos, 'ns', 'From a batch\u2019s arrival to its acknowledgement, in the last one to two minutes', store.longestWaitNanos > 2e9],
      ['Mean commit', store.commits ? store.commitNanos / store.commits : null, 'ns', `${format(store.commits, 'count')} transactions; one stores the batches of many collectors`],
      ['Commits that failed', store.commitFailures, 'count', !ready.canStore ? failing : store.commitFailures > 0 ? LOGGED : 'None did', store.commitFailures > 0],
      ['Opened again', store.reopenings, 'count', 'Times the database was opened again after it had failed', store.reopenings > 0],
      ['Stored before', store.batchesAlready, 'count', 'Batches that were sent again although they had been stored'],
      ['Of unknown instances', store.batchesUnknown, 'count', 'Batches whose sender was asked to introduce itself again'],
      ['In quarantine', store.quarantineFiles, 'count', `Batches that cannot be stored are kept as files: ${format(store.quarantineBytes, 'bytes')}. Ever: ${store.quarantined}, removed: ${store.quarantineRemoved}`, store.quarantineFiles > 0],
    ]],
    ['Months', [
      ['Roll-ups behind', store.behindNanos, 'ns', store.doing ? `Now: ${store.doing}` : 'Since rows were last all at the step they belong to; some ten seconds as a rule', store.behindNanos > 120e9],
      ['Segments', store.segments, 'count', `Files that are never changed: ${format(store.segmentBytes, 'bytes')}. ${format(store.slots - 1, 'count')} slots wait to become such`, store.slots > 3],
      ['Damaged segments', store.damaged.length, 'count', store.damaged.length ? `Set aside, and missing in answers: ${store.damaged.slice(0, 5).join(', ')}` : 'Each is compared with what was written, again and again', store.damaged.length > 0],
      ['Stuck slots', store.stuck.length, 'count', store.stuck.length ? `Cannot become segments; questions read them where they are: ${store.stuck.slice(0, 5).join('. ')}` : 'Each slot became segments', store.stuck.length > 0],
      ['Clock agrees', store.clockInDoubt ? 'no' : 'yes', null, store.clockInDoubt ? 'The clock jumped. Nothing ages until collectors on other hosts agree with it, or a day has passed' : 'Rows age by it', store.clockInDoubt],
      ['Removed last', store.removed.length ? clock(store.removed[0].time) : '\u2013', null, store.removed.length ? store.removed.slice(0, 5).map((one) => `${one.why}: ${format(one.rows, 'count')} rows of ${one.what}, ${format(one.bytes, 'bytes')}, up to ${clock(one.upTo)}`).join('. ') : 'Nothing since the server started'],
    ]],
    ['Collectors', [
      ['Connected', collectors.connections, 'count', 'Instances that report now'],
      ...Object.entries(collectors.refused).map(([kind, value]) => [`Refused: ${kind}`, value, 'count', 'At the collectors\u2019 port', value > 0]),
    ]],
    ['Questions', [
      ['Asked now', queries.active, 'count', `At most ${queries.atOnce} at a time ask the store, so that collectors never wait for readers`],
      ['Waiting', queries.waiting, 'count', `At most ${queries.mostWaiting} wait for their turn`],
      ['Answered', queries.answered, 'count', 'Since the server started'],
      ...Object.entries(queries.refused).map(([kind, value]) => [...(REFUSED[kind] ? [REFUSED[kind][0]] : [kind]), value, 'count', REFUSED[kind] ? REFUSED[kind][1] : '', kind !== 'gone' && value > 0]),
    ]],
  ];
}

export class Server {
  constructor() {
    this.grid = el('div', { class: 'multiples' });
    this.node = el('section', { class: 'view server', 'aria-label': 'Server', tabindex: '0' },
      el('p', { class: 'tools' }, el('a', { href: 'api.html' }, 'The HTTP interface, described route by route')), this.grid);
  }

  async refresh(signal) {
    this.answer = await api.server(signal);
    this.render();
  }

  render() {
    if (!this.answer) return;
    keyed(this.grid, cardsOf(this.answer), ([title]) => title, ([title]) => el('section', { class: 'card', 'aria-label': title }, el('h3', {}, title), el('dl', { class: 'facts' })), (card, [, facts]) => {
      keyed(card.lastElementChild, facts, ([label]) => label, () => el('div', {}, el('dt'), el('dd'), el('dd', { class: 'meaning' })), (line, [label, value, unit, meaning, bad]) => {
        setText(line.children[0], label);
        setText(line.children[1], unit ? format(value, unit) : value);
        setText(line.children[2], meaning || '');
        setAttribute(line, 'class', bad ? 'bad' : null);
      });
    });
  }
}
