// Scripts in the running application: what a call of a method is about, said by an expression of Java. The application
// compiles it, puts it into the method and answers; whether it takes any is its owner's word.

import * as api from './api.js';
import * as state from './state.js';
import { Completion } from './completion.js';
import { checkbox, quiet, segments, select, syncSegments } from './controls.js';
import { debounce, el, setText } from './dom.js';
import { Table } from './table.js';

const ASK_MILLIS = 500;
const PATIENCE_MILLIS = 120_000;
const WAITING = 'Sent: the application answers when it next reports, every 5 s by default.';
const KINDS = [
  ['method', 'Calls of a method', 'A method, and an expression of Java that says what a call of it is about. Texts that are equal are added up; null is no payload.'],
  ['telemetry', 'A number', 'An expression of Java that is worked out once a second while the script is recorded: how long a queue is, how many are busy.'],
];
const UNITS = ['plain', 'per_second', 'percent', 'bytes', 'milliseconds', 'microseconds', 'nanoseconds'].map((unit) => [unit, unit === 'plain' ? 'no unit' : unit.replace('_', ' ')]);
const ALWAYS = [['target', 'the object'], ['error', 'java.lang.Throwable']];

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

let editor;

/** Opens the editor at a method, or, without one, where a person writes it. */
export function openScripts(row = null) {
  editor ||= new ScriptEditor();
  editor.open('method', row);
}

/** Opens it for a telemetry, of the script of that name. */
export function openTelemetry(name) {
  editor ||= new ScriptEditor();
  editor.open('telemetry', null, name);
}

class ScriptEditor {
  constructor() {
    this.round = 0;
    this.method = el('input', { type: 'text', class: 'code', name: 'method', 'aria-label': 'Method', placeholder: 'shop.Orders.find(..)', spellcheck: 'false', autocomplete: 'off', on: { input: debounce(() => this.#look(), 600) } });
    this.methods = el('div', { class: 'overloads' });
    this.name = el('input', { type: 'text', name: 'name', 'aria-label': 'Name of the script', placeholder: 'Orders', spellcheck: 'false', autocomplete: 'off' });
    this.code = new Completion('Expression');
    this.kind = segments('What it is about', KINDS, (kind) => this.#is(kind));
    this.about = el('p', { class: 'calm' });
    this.in = el('input', { type: 'text', class: 'code', name: 'in', 'aria-label': 'Class', placeholder: 'shop.Queue, for what its package sees; empty: what is public', spellcheck: 'false', autocomplete: 'off' });
    this.line = el('input', { type: 'text', name: 'line', 'aria-label': 'Line', placeholder: 'busy, where the chart has several', autocomplete: 'off' });
    this.unit = select('Unit', UNITS, 'plain', () => {});
    this.scale = el('input', { type: 'number', name: 'scale', 'aria-label': 'Decimal places', min: '-9', max: '9', value: '0' });
    this.stacked = checkbox('stacked', false, () => {});
    this.splits = checkbox('split the call tree by it', false, () => this.#words());
    this.splits.title = 'Below the method, one node for each text; no payloads';
    this.try = el('button', { type: 'button', on: { click: () => this.#ask('try') } }, 'Try');
    this.try.title = 'Compile it in the application, and change nothing';
    this.run = el('button', { type: 'submit' }, 'Run');
    this.run.title = 'Put it into the method and record it';
    this.said = el('div', { class: 'said', role: 'status' });
    this.table = new Table({ label: 'Scripts that run', keyOf: (script) => `${script.instance} ${script.name} ${script.method}` });
    this.table.setColumns([
      { id: 'name', label: 'Script', render: (cell, script) => this.#link(cell, script) },
      { id: 'method', label: 'At', class: 'text', render: (cell, script) => { setText(cell, script.method); cell.title = script.method; } },
      { id: 'expression', label: 'Expression', class: 'text', render: (cell, script) => { setText(cell, script.expression); cell.title = script.expression; } },
      { id: 'remove', label: 'Remove', render: (cell) => this.#remover(cell) },
    ]);
    this.none = quiet();
    this.form = el('form', { on: { submit: (event) => { event.preventDefault(); this.#ask('add'); } } },
      this.kind,
      this.ofMethod = el('div', { class: 'part' }, el('label', {}, 'Method', this.method), this.methods),
      el('label', {}, 'Name', this.name),
      el('div', { class: 'labelled' }, 'Expression', this.code.node),
      this.splits,
      this.ofNumber = el('div', { class: 'part' }, el('label', {}, 'Class it is written for', this.in), el('label', {}, 'Line', this.line),
        el('div', { class: 'word' }, el('label', {}, 'Unit', this.unit), el('label', {}, 'Decimal places', this.scale), this.stacked)),
      el('div', { class: 'word' }, this.try, this.run));
    this.node = el('dialog', { class: 'script-editor', 'aria-label': 'Script', on: { close: () => { this.round++; } } },
      el('header', {}, el('h2', {}, 'Script'), el('button', { type: 'button', class: 'close', 'aria-label': 'Close', on: { click: () => this.node.close() } }, '\u00d7')),
      this.about,
      this.form, this.said, el('h3', {}, 'Scripts that run'), this.table.node, this.none);
  }

  open(kind, row, name = '') {
    document.body.append(this.node);
    this.round++;
    this.method.value = row ? `${row.class}.${row.method}(..)` : '';
    this.name.value = row ? suggested(row) : name;
    this.code.field.value = '';
    this.splits.firstElementChild.checked = this.stacked.firstElementChild.checked = false;
    this.in.value = this.line.value = '';
    this.unit.value = 'plain';
    this.scale.value = '0';
    this.methods.replaceChildren();
    this.said.replaceChildren();
    this.#known(null);
    this.#words(null);
    this.#is(kind);
    this.node.showModal();
    (kind === 'telemetry' && !name ? this.name : row || name ? this.code.field : this.method).focus();
    this.#look();
  }

  #is(kind) {
    this.now = kind;
    syncSegments(this.kind, kind);
    setText(this.about, KINDS.find(([one]) => one === kind)[2]);
    this.ofNumber.hidden = kind !== 'telemetry';
    this.ofMethod.hidden = this.splits.hidden = !this.ofNumber.hidden;
    this.#words();
  }

  /** Asks what can be said of the method, and what runs. */
  #look() {
    this.#ask(this.now === 'method' && this.method.value.trim() ? 'look' : 'list');
  }

  async #ask(action, script = null) {
    const mine = ++this.round;
    const wish = { application: state.get('application'), action };
    if (state.get('instance')) wish.instance = state.get('instance');
    if (script) Object.assign(wish, { name: script.name, instance: script.instance });
    else if (action === 'look') wish.method = this.method.value.trim();
    if (action === 'try' || action === 'add') Object.assign(wish, { name: this.name.value.trim() }, this.now === 'method' ? this.#ofCalls() : this.#ofNumber());
    this.#say([[WAITING, 'calm']]);
    try {
      const { request, full } = await api.script(wish);
      const until = Date.now() + PATIENCE_MILLIS;
      for (let heard = null; mine === this.round && Date.now() < until; await pause(ASK_MILLIS)) {
        heard = await api.scriptAnswers(request);
        if (mine !== this.round) return;
        if (heard.answers.length > 0) this.#heard(heard.answers, full, ['look', 'list'].includes(action) ? 'calm' : 'good');
        if (heard.waiting.length === 0) return;
      }
      if (mine === this.round) this.#say([['The application has not answered for two minutes. Is it still there?', 'error']]);
    } catch (failure) {
      if (mine === this.round) this.#say([[failure.message, 'error']]);
    }
  }

  #ofCalls() {
    return { method: this.method.value.trim(), expression: this.code.field.value, split: this.splits.firstElementChild.checked };
  }

  #ofNumber() {
    return { telemetry: this.code.field.value, in: this.in.value.trim(), line: this.line.value.trim(), unit: this.unit.value, scale: Number(this.scale.value) || 0, stacked: this.stacked.firstElementChild.checked };
  }

  /** What each instance says; where they say the same it stands once. */
  #heard(answers, full, good) {
    const lines = new Map();
    for (const { done, text } of answers) if (text) lines.set(text, done ? good : 'error');
    const several = answers.length > 1 && lines.size > 1;
    this.#say([...[...lines].map(([text, kind]) => [several ? `${answers.filter((each) => each.text === text).map((each) => each.instance).join(', ')}: ${text}` : text, kind]),
      ...(full.length > 0 ? [[`Not sent, because these are busy or of a release without scripts: ${full.join(', ')}`, 'error']] : [])]);
    const methods = answers.flatMap((answer) => answer.methods);
    if (methods.length > 0) this.#overloads([...new Map(methods.map((method) => [method.method, method])).values()]);
    const refused = answers.every((answer) => !answer.done && answer.scripts.length === 0 && answer.methods.length === 0);
    this.#known(refused ? null : answers.flatMap((answer) => answer.scripts.map((script) => ({ ...script, instance: answer.instance }))));
  }

  #say(lines) {
    this.said.replaceChildren(...lines.map(([text, kind]) => el('p', { class: kind }, text)));
  }

  /** The methods that are meant: those that can be reached to choose from, the others with the reason. */
  #overloads(methods) {
    const reached = methods.filter((method) => !method.refusal);
    this.#words(reached);
    this.methods.replaceChildren(
      ...(reached.length > 1 ? reached.map((method) => el('button', { type: 'button', class: 'chip', on: { click: () => { this.method.value = method.method; this.#words([method]); } } }, el('code', {}, method.method))) : []),
      ...methods.filter((method) => method.refusal).map((method) => el('p', { class: 'error' }, `${method.method} ${method.refusal}`)));
  }

  /** What can be written: of several methods, what all of them have. */
  #words(methods = this.reached) {
    this.reached = methods;
    if (this.now === 'telemetry') {
      this.code.offer([]);
      return;
    }
    const [first] = methods || [];
    const names = new Map(ALWAYS);
    if (this.splits.firstElementChild.checked) names.delete('error');
    if (methods && methods.length === 1) {
      first.types.forEach((type, index) => names.set(first.names[index] || `$${index}`, type));
      if (first.returns !== 'void' && !this.splits.firstElementChild.checked) names.set('result', first.returns);
    }
    this.code.offer([...names]);
  }

  #known(scripts) {
    this.table.node.hidden = !scripts || scripts.length === 0;
    this.none.hidden = !this.table.node.hidden;
    setText(this.none, scripts ? 'None.' : 'Not known yet.');
    this.table.update(scripts || []);
  }

  /** Leads to what it recorded. */
  #link(cell, script) {
    if (!cell.firstElementChild) cell.append(el('a', { on: { click: () => this.node.close() } }));
    const link = cell.firstElementChild;
    setText(link, script.name);
    link.href = state.linkTo('probes', { probe: `sim.payload.script.${script.name}` });
    link.title = script.split ? 'It splits the call tree' : 'What it recorded';
  }

  #remover(cell) {
    if (!cell.firstElementChild) cell.append(el('button', { type: 'button', on: { click: () => this.#ask('remove', cell.parentElement.row) } }, 'Take back'));
  }
}

/** A name for a script at a method: the method's, as a script may be called. */
function suggested(row) {
  const word = (row.method === '<init>' ? 'new' : row.method).replace(/[^A-Za-z0-9_-]/g, '').slice(0, 60);
  return /^[A-Za-z]/.test(word) ? word[0].toUpperCase() + word.slice(1) : '';
}
