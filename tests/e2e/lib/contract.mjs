/*
 * Holds messages to the wire contract, daemon/asyncapi.yaml. Every client of the tests has what it
 * sends and receives checked here.
 */
import { readFileSync } from 'node:fs';
import { Ajv, loadAsyncapi, yaml } from './packages.mjs';

export const document = yaml.parse(
	readFileSync(new URL('../../../daemon/asyncapi.yaml', import.meta.url), 'utf8'),
);

/* `if` and `then` of a view speak of fields that are declared elsewhere in it */
const ajv = new Ajv({
	allErrors: true,
	strict: true,
	strictTypes: false,
	strictRequired: false,
	keywords: Object.keys(document),
});
ajv.addSchema(document, 'contract');

/* What a reference such as #/components/messages/turn leads to; undefined if to nothing. */
export function resolve({ $ref }) {
	return $ref
		.slice(2)
		.split('/')
		.reduce((at, key) => at?.[key], document);
}

function compile(payload) {
	return ajv.compile(payload.$ref ? { $ref: `contract${payload.$ref}` } : payload);
}

/* Compiled when it is needed: no program sees every message. */
function lazily(payload) {
	let isValid;

	return () => (isValid ??= compile(payload));
}

/* ---- the document itself ---- */

/* Why it is not an AsyncAPI document; an empty list if it is one. */
export function faultsOfDocument(doc = document) {
	/* it comes with a copy of JSON Schema's own schema, which ajv must not have twice */
	const official = new Ajv({
		strict: false,
		validateFormats: false,
		meta: false,
		validateSchema: false,
	}).compile(loadAsyncapi().schemas[doc.asyncapi]);

	return official(doc) ? [] : official.errors.map((e) => `${e.instancePath} ${e.message}`);
}

/* References that lead nowhere. */
export function lostReferences(at = document) {
	if (at === null || typeof at !== 'object') return [];
	if (typeof at.$ref === 'string') return resolve(at) === undefined ? [at.$ref] : [];
	return Object.values(at).flatMap(lostReferences);
}

/* ---- messages ---- */

/* Each channel with the pattern of its topic below the board's, its operation and its messages. */
export const channels = Object.entries(document.channels).map(([name, channel]) => {
	const operation = Object.values(document.operations).find(
		(each) => resolve(each.channel) === channel,
	);
	const suffix = channel.address
		.replace('adjutant/v1/{board}/', '')
		.replace('{colour}', '(red|blue)');

	return {
		name,
		channel,
		suffix: new RegExp(`^${suffix}$`),
		action: operation?.action,
		...operation?.bindings.mqtt,
		messages: Object.values(channel.messages).map((reference) => {
			const { payload, ...message } = resolve(reference);
			return {
				event: resolve(payload.$ref ? payload : { $ref: '#/' })?.properties
					?.event?.const,
				broadcast: message['x-broadcast'],
				validator: lazily(payload),
			};
		}),
	};
});

function shorten(value) {
	const text = JSON.stringify(value);

	return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

/* `then` and `anyOf` are told by what is wrong in them */
function reasons(errors) {
	const told = errors
		.filter(({ keyword }) => keyword !== 'if')
		.map((e) => {
			const field = e.params.additionalProperty ?? '';
			const what = e.keyword === 'false schema' ? 'must not be there' : e.message;
			return `${e.instancePath || 'it'} ${what} ${field}`.trim();
		});
	return [...new Set(told)].join('; ');
}

/*
 * Throws if a message that was seen on a topic (below the board's) is not as the contract has it.
 * Boxes are to be opened before. What is allowed may depend on the broadcast setting.
 */
export function check(suffix, value, { broadcast = 'none' } = {}) {
	const channel = channels.find((each) => each.suffix.test(suffix));

	if (!channel) throw new Error(`the contract has no topic ${suffix}: ${shorten(value)}`);
	const messages = channel.messages.filter(
		(message) =>
			(message.broadcast === undefined || message.broadcast === broadcast) &&
			(message.event === undefined || message.event === value?.event),
	);
	if (messages.length === 0)
		throw new Error(`${suffix} has no event '${value?.event}': ${shorten(value)}`);
	if (!messages.some(({ validator }) => validator()(value)))
		throw new Error(
			`${suffix}: ${reasons(messages[0].validator().errors)}: ${shorten(value)}`,
		);
	const colour = suffix.match(/^seat\/(red|blue)\/view$/)?.[1];
	if (colour && value.you !== colour)
		throw new Error(`${suffix} is the view of ${value.you}`);
}

const others = new Map();

/* Likewise for what has a schema and no topic: 'credentials', 'config'. */
export function checkSchema(name, value) {
	if (!others.has(name)) others.set(name, compile({ $ref: `#/components/schemas/${name}` }));
	const isValid = others.get(name);

	if (!isValid(value)) throw new Error(`${name}: ${reasons(isValid.errors)}`);
}
