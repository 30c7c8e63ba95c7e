// The page that describes the HTTP interface: shows the server's own OpenAPI document.

import { el, icon } from './dom.js';

const DOCUMENT = 'api/v1/openapi.json';
const SHAPES = '#/components/schemas/';
const MARK = 'M1 9h3l2-6 3 10 2-6 1 2h3';

const main = document.getElementById('main');

/** Texts have `code` and **bold** parts, and paragraphs. */
function prose(text) {
  return text.split('\n\n').map((paragraph) => el('p', {}, words(paragraph)));
}

function words(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return el('code', {}, part.slice(1, -1));
    if (part.startsWith('**')) return el('b', {}, part.slice(2, -2));
    return part;
  });
}

const shapeLink = (name) => el('a', { href: `#${name}` }, name);

/** What a value may be, in words. */
function typeOf(schema) {
  if (schema.$ref) return [shapeLink(schema.$ref.slice(SHAPES.length))];
  if (schema.oneOf || schema.anyOf) return (schema.oneOf || schema.anyOf).flatMap((one, i) => [i ? ' or ' : '', ...typeOf(one)]);
  if (schema.enum) return [schema.enum.join(' | ')];
  const types = [schema.type || 'any'].flat();
  const text = types.filter((type) => type !== 'null').flatMap((type) => {
    if (type === 'array') return ['array of ', ...typeOf(schema.items)];
    if (type === 'object' && schema.additionalProperties) return ['object of ', ...typeOf(schema.additionalProperties)];
    return [type];
  });
  return types.includes('null') ? [...text, ' or null'] : text;
}

/** The bounds of what a request may give. */
function boundsOf(schema) {
  const bounds = [];
  if (schema.minimum !== undefined && schema.maximum !== undefined) bounds.push(`${schema.minimum} to ${schema.maximum}`);
  if (schema.maxLength) bounds.push(`at most ${schema.maxLength} characters`);
  if (schema.pattern) bounds.push(schema.pattern);
  if (schema.default !== undefined) bounds.push(`default ${schema.default}`);
  return bounds.join('; ');
}

function table(label, heads, rows) {
  return el('table', { class: 'fields', 'aria-label': label },
    el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows.map(([name, type, says]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'type' }, type), el('td', {}, says)))));
}

function given(label, fields) {
  return fields.length === 0 ? [] : [el('h4', {}, label), table(label, ['name', 'type', 'meaning'], fields.map(({ name, schema, says, must }) => [
    name, [...typeOf(schema), must ? ' \u00b7 must be given' : ''], [...words(says), boundsOf(schema) ? [' ', el('code', {}, boundsOf(schema))] : []]]))];
}

function answers(responses) {
  return [el('h4', {}, 'Answers'), table('Answers', ['status', 'body', 'meaning'], Object.entries(responses).sort().map(([status, { description, content }]) => [
    status, Object.entries(content || {}).flatMap(([type, { schema }], i) => [i ? ', ' : '', ...(type === 'application/json' ? typeOf(schema) : [type])]), words(description)]))];
}

/** A request that somebody can try: with what must be given, and with a token where one is asked for. */
function curl(method, path, { parameters, requestBody, security }) {
  const example = ({ schema, name }) => schema.enum?.[0] ?? { class: 'shop.Orders', method: 'place', probe: 'shop.Queries', request: '1', application: 'shop' }[name] ?? 'all';
  const query = parameters.filter((one) => one.required && one.in === 'query').map((one) => `${one.name}=${example(one)}`).join('&');
  const schema = requestBody?.content['application/json'].schema;
  const body = schema && JSON.stringify(Object.fromEntries((schema.required || []).map((name) => [name, example({ name, schema: schema.properties[name] })])));
  return ['curl', ...(security.length ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${body}'`] : []),
    `'${new URL(`.${path}${query ? `?${query}` : ''}`, location.href)}'`].join(' ');
}

function operation(path, method, said) {
  const role = said.security[0]?.token?.[0];
  const body = said.requestBody?.content['application/json'].schema;
  return el('section', { class: 'operation', id: `${method}${path}` },
    el('h3', {}, el('span', { class: `verb ${method}` }, method.toUpperCase()), path, el('span', { class: 'role' }, role ? `needs the role ${role}` : 'for anybody')),
    el('p', {}, words(said.summary)),
    given('Parameters', said.parameters.filter((one) => one.in === 'query').map((one) => ({ name: one.name, schema: one.schema, says: one.description, must: one.required }))),
    body ? given('Body', Object.entries(body.properties).map(([name, schema]) => ({ name, schema, says: schema.description, must: (body.required || []).includes(name) }))) : [],
    answers(said.responses),
    el('h4', {}, 'Try it'), el('pre', { class: 'curl', tabindex: '0' }, el('code', {}, curl(method, path, said))));
}

function shape(name, schema) {
  const fields = Object.entries(schema.properties || {});
  return el('section', { class: 'shape', id: name }, el('h3', {}, name), el('p', {}, words(schema.description)),
    fields.length ? table(name, ['field', 'type', 'meaning'], fields.map(([field, one]) => [
      field, [...typeOf(one), (schema.required || []).includes(field) ? '' : ' \u00b7 may be absent'], words(one.description || '')])) : el('p', {}, typeOf(schema)));
}

function show(api) {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, said]) => ({ path, method, said })));
  const ofGroup = (group) => operations.filter(({ said }) => said.tags[0] === group.name);
  main.replaceChildren(
    el('section', {}, prose(api.info.description)),
    ...api.tags.map((group) => el('section', {}, el('h2', {}, group.description), ofGroup(group).map(({ path, method, said }) => operation(path, method, said)))),
    el('section', {}, el('h2', {}, 'Shapes of answers'), Object.entries(api.components.schemas).map(([name, schema]) => shape(name, schema))));
  document.getElementById('contents').replaceChildren(
    ...api.tags.flatMap((group) => [el('h2', {}, group.name), ...ofGroup(group).map(({ path, method }) => el('a', { href: `#${method}${path}` }, `${method === 'post' ? 'POST ' : ''}${path.replace('/api/v1/', '')}`))]),
    el('h2', {}, 'shapes'), ...Object.keys(api.components.schemas).map(shapeLink));
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) target.scrollIntoView(); // it was not there when the page was loaded
}

document.getElementById('topbar').append(
  el('a', { class: 'brand', href: './' }, icon(MARK), el('b', {}, 'SIM')), el('h1', {}, 'HTTP interface'),
  el('span', { class: 'state' }, el('a', { href: './' }, 'Figures'), el('a', { href: DOCUMENT }, 'OpenAPI document')));

fetch(DOCUMENT).then((answer) => {
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  return answer.json();
}).then(show).catch((failure) => main.replaceChildren(el('p', { class: 'error' }, `The server does not tell its description: ${failure.message}.`)));
