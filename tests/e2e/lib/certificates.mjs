/* Certificates for a test: an unknown authority, and what it vouches for. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export class Authority {
	#dir;

	/* dir: where its files are put; made if it is not there */
	constructor(dir) {
		this.#dir = dir;
		mkdirSync(dir, { recursive: true });
		this.#openssl('req', '-x509', ...KEY, '-subj', '/CN=Nobody', '-days', '1', '-keyout', 'ca.key', '-out', 'ca.pem');
	}

	#openssl(...words) {
		execFileSync('openssl', words, { cwd: this.#dir, stdio: ['ignore', 'ignore', 'pipe'] });
	}

	/* the file to trust */
	get file() {
		return join(this.#dir, 'ca.pem');
	}

	/* {certificate, key}: files for a server by that name, DNS:... or IP:... */
	vouch(name) {
		const file = (kind) => `${name.replace(':', '-')}.${kind}`;

		writeFileSync(join(this.#dir, file('ext')), `subjectAltName=${name}\n`);
		this.#openssl('req', ...KEY, '-subj', '/CN=board', '-keyout', file('key'), '-out', file('csr'));
		this.#openssl('x509', '-req', '-in', file('csr'), '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial',
			'-days', '1', '-extfile', file('ext'), '-out', file('pem'));
		chmodSync(join(this.#dir, file('key')), 0o600);
		return { certificate: join(this.#dir, file('pem')), key: join(this.#dir, file('key')) };
	}
}
